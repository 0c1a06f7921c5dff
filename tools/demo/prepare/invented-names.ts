const FIRST =
  "Amara Bastian Camila Dariusz Elif Fabrice Greta Hamza Ilse Joaquin Keiko Laszlo Marisol Nikhil Oksana Pedro Quentin Rosalind Selim Tamsin Ulrich Vesna Wojtek Ximena Yusuf Zofia Anselm Beatrix Cormac Delphine Emeka Farida Gaspard Henrike Ibrahim Jolanta Kofi Leocadia Mirela Nadir Ottilie Priyanka Rainer Saskia Thandiwe Umberto Valeska Wilhelmina Yolanda Zdenek Aurelio Birgit Chidi Dorothea Enzo Frida Gulnara Hollis Imogen Jarek".split(
    " ",
  );
const LAST =
  "Abernathy Bielski Castellanos Dragomir Ekwueme Fairweather Grimaldi Hartono Iversen Jankowski Kallio Lindqvist Mbeki Nakagawa Obradovic Petrosyan Quillfeather Rasmussen Sandoval Takahashi Underhill Vasquez Wetherby Xanthopoulos Yamanaka Zielinski Achterberg Bramhall Czerny Dunmore Ellingsen Fontaine Gallagher Hovland Ivanenko Jorgensen Kowalczyk Lamontagne Marchetti Novotny Okonkwo Pemberton Quiroga Ravenscroft Strandberg Thorvald Ustinov Villanueva Whitlock Yildirim Zoric Arkwright Bellamy Cardoso Dubois".split(
    " ",
  );

/**
 * Returns the fictional name of person `number`. First names cycle while last names advance, so that a pair repeats only after
 * many people.
 */
export function inventName(number: number): { firstName: string; lastName: string } {
  const round = Math.floor(number / FIRST.length);
  const firstName = FIRST[number % FIRST.length] as string;
  const lastName = LAST[(number * 7 + round * 11) % LAST.length] as string;
  return { firstName, lastName };
}
