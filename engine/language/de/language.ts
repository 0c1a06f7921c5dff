import type { Language } from "../cue.ts";
import { GERMAN_CUES } from "./cues.ts";

const STOP_WORDS = `aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus bei bin bis bist bitte da dabei dafür dagegen damit danach
danke dann daran darauf daraus darf darin darüber das dass davon dazu dein deine dem den denen denn der des deshalb dich die dies diese diesem diesen dieser dieses dir doch dort du durch dürfen eben eigentlich ein
eine einem einen einer eines einfach einmal er erst es etwas euch euer eure für fuer gab ganz gar geht gehen gemacht genau genug gerade gern gerne gibt gut habe haben habt hallo hast hat hatte hatten heute hier hin hinter ich
ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in ins ist ja jede jedem jeden jeder jedes jemand jetzt kam kann kannst kein keine keinem keinen keiner klar können koennen könnt könnte mach mache machen macht mal man
mehr mein meine meinem meinen meiner mich mir mit morgen muss musst müssen muessen nach nachher nein nicht nichts nie noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner seit sich sie sind so sogar soll sollen
sollte sonst super über ueber um und uns unser unsere unter viel viele vielleicht vom von vor vorher wann war waren warum was weg wegen weil weiß weiss weiter welche welchem welchen welcher welches wem wen wenn
wer werde werden wie wieder wieso will wir wird wirst wo wohl wollen worden wurde wurden würde zu zum zur zwar zwischen frage fragen steht stehen liegt kommt kommen brauche braucht brauchen muss beim ans aufs
montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz april mai juni juli august september oktober november dezember uhr tag tage tagen woche wochen monat monate jahr jahre stunde stunden minuten`;

export const GERMAN_LANGUAGE: Language = {
  cues: GERMAN_CUES,
  stopWords: STOP_WORDS,
  abbreviations:
    "bzw ggf evtl inkl exkl zzgl usw ca nr mind max min z b d h u a o ä str tel vgl abs st dr hr fr ca std wg abt zi art bzgl gem lt jmd jmdn eig entspr ärztl stk jan feb mrz apr jun jul aug sep okt nov dez tägl monatl jährl",
  beforeOrdinal:
    "am im ins vom zum zur beim ab bis der die das den dem des jeden jede ihr unser montag dienstag mittwoch donnerstag freitag samstag sonntag",
  denials: "nicht statt anstatt",
  numbers: "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
  categories: {
    "HR & Policies":
      "urlaub* krank* elternzeit gehalt personal* vertrag* überstunden homeoffice bewerb* probezeit arbeitszeit* lohn*",
    Finance:
      "rechnung* spesen* erstatt* budget* steuer* buchhaltung beleg* zahlung* einkauf kosten* kostenstelle* kaution*",
    "IT & Access":
      "passwort* kennwort* zugang* zugriff* konto konten anmeld* berechtigung* drucker* postfach* lizenz* zertifikat* bildschirm*",
    Support: "kunde* kunden* ticket* reklamation* beschwerde* rückgabe* gutschrift*",
    Operations:
      "server* ausfall* sicherung* lager* versand* lieferung* palette* maschine* anlage* wartung* linie* schicht*",
    "Tools & Setup": "install* einricht* einstell* erweiterung* kalender vorlage*",
    "Sales & Marketing": "angebot* kampagne* vertrieb* messe* preis* rabatt*",
  },
};
