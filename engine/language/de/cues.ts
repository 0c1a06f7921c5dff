import { readCues } from "../cue.ts";

/** German cues as people type them, with and without umlauts. */
export const GERMAN_CUES = readCues(`
asks: start
wie/was/warum/wieso/weshalb/wo/woher/wohin/wann/welche/welcher/welches/welchen/wer/wem/wen/womit/wofür/wofuer/wieviel/worauf
ist/sind/war/hat/haben/habt/kann/können/koennen/könnt/koennt/darf/dürfen/duerfen/muss/müssen/muessen/soll/sollen/gibt/gilt/geht/weiß/weiss/wisst/brauche/brauchen/braucht/wird/werden/kennt/kommt/macht/stimmt ich/wir/man/ihr/du/sie/er/es/das/die/der/den/jemand/wer/da/eigentlich/einer/mir/mich/noch/hier/auch
und wie/was/wenn/wo/wann/wer/für/fuer/bei/mit/ab/bis
ab/bis/seit/für/fuer/mit/in/an/von/zu wann/wem/was/welchem/welcher/wie
+ Wie setze ich den Scanner zurück? | weiß jemand den Code | gibt es da eine Frist | Ab wann gilt das?
- Das ist an der Wand | Zweimal drücken

seeks: anywhere
weiß/weiss/kann/hat/kennt jemand/wer/einer/irgendwer
kann/könnte/koennte/kannst/könnt/könntest mir/du/ihr/sie jemand/mal/bitte/kurz/sagen
wie/was/wo/wann muss/kann/soll/mache/bekomme/komme/läuft/ist/macht/war ich/man/wir/das/der/die/es/den
ich/wir versuche/suche/brauche/suchen/brauchen/versuchen
frage/fragt mich/sich
gibt es/s
keine/ne ahnung wie/was/wo
weiß/weiss nicht wie/was/wo/ob/wann
hat da/hier/das (schon) jemand
+ kann mir jemand sagen, wo das liegt | ich suche die Vorlage | weiß nicht wie das geht
- liegt im Schrank

greeting: start
hallo/hi/hey/moin/servus/huhu/hallöchen/mahlzeit/grüezi/liebe/lieber/sali/hoi (zusammen/alle/allerseits/leute/team/ihr/lieben/kollegen/kolleginnen/miteinander) (lieben)
liebe kolleginnen/kollegen und kollegen/kolleginnen
guten/schönen morgen/tag/abend/mittag (zusammen/alle/allerseits/miteinander)
grüß/gruess gott/dich/euch
(mal) (ne/eine) kurze/schnelle/blöde/dumme/kleine frage
frage an alle/euch/die
sorry/entschuldigung für/fuer die/den störung
kurz gefragt
+ Hallo zusammen, das Tor ist zu | kurze Frage: welches Formular ist es | Guten Morgen, wer hat den Schlüssel | Liebe Kolleginnen und Kollegen, das Tor ist zu
- Die Frage ist, ob es passt

filler: start
ok/okay/naja/joa/ah/aha/oh/ach/achso/hm/hmm/also/na/tja/übrigens/uebrigens/ups/haha/hahaha/super/prima/perfekt/gut/top/danke/dankeschön/merci/puh/hä/mensch/oje/ohje/gerne/gern
ach so/ja
alles klar/gut
vielen/herzlichen/besten/lieben dank
danke dir/euch/schön/schon/sehr/schonmal
na ja/klar/gut
oh/ach je/nein/mann
nur zur/so info/info
gute frage/idee
kein problem
keine ursache/sorge
ehrlich gesagt
zur info/erinnerung
+ Ok, nimm den blauen | ach so, und der Schlüssel? | übrigens, ab fünf ist zu
- Jakob hat ihn | die Erinnerung kam an

closing: end
lol/haha/bitte/danke/merci/oder/ne/gell/gelle/lg/vg/mfg/leute
danke (schon/dir/euch/im/schonmal/für/vorab) (mal/voraus/hilfe/vorab/schön)
vielen/besten/lieben dank (im/schon/schonmal/vorab) (voraus/mal)
liebe/viele/beste grüße/gruesse/grüsse
+ wo ist der Schlüssel bitte | wie komme ich rein, danke schon mal
- Bitte zuerst unterschreiben lassen

affirms: whole
ja/jep/jo/nein/nee/ne/nö/genau/stimmt/richtig/nie/immer/beides/klar/doch (leider/klar/genau/nicht/richtig/eben/natürlich/das/stimmt/so)
leider nein/nicht/nee
noch nicht
auf keinen/jeden fall
+ Nein. | ja genau | Leider nein
- nein, das gilt nur werktags

leadIn: start
(weiß/weiss/hat/kann/kennt) jemand/wer/einer (mir) (hier) (sagen/ahnung/erklären) (ob)
kann/könnte/kannst/könntest mir jemand/einer/du (bitte) (kurz) (sagen/erklären/zeigen)
wisst ihr/du (ob)
weißt/weisst du (ob)
ich frage mich (ob)
erinnerung/hinweis/info/wichtig/achtung/update
kurze erinnerung/info
zur info/erinnerung
noch eine/ne frage
keine ahnung ob
+ Weiß jemand, wie lange das dauert? | Erinnerung: das Tor schließt
- Wie lange dauert das?

acknowledges: whole
ok/okay/ja/jap/jep/jo/nein/nee/ne/nö/klar/genau/stimmt/richtig/super/prima/perfekt/top/cool/gut/toll/klasse/spitze/mega/danke/dankeschön/merci/bitte/gerne/gern/erledigt/fertig/verstanden/notiert/aha/ah/ach/so/oh/hm/hmm/haha/puh/sorry/ups/sicher/läuft/passt/schade/ärgerlich/oje/wow/krass/echt/sehr/dir/euch/dank/vielen/schön/schon/besten/lieben/dann/jetzt
alles klar/gut
mach/mache/schau/schaue/guck/prüf ich (gleich/mal/nach/heute/morgen)
schaue/schau gleich/mal/nach
bin dran/unterwegs/gleich/da
kein/keine problem/ursache/thema
gute/guter frage/idee/punkt/tipp
gut zu wissen
moment/sekunde/minute (mal/bitte)
weiß/weiss ich bescheid
das wusste ich nicht
wusste ich nicht/gar
zum glück
+ alles klar, danke dir | super, vielen Dank! | mach ich | ach so ok
- Nein, das gilt am Wochenende | danke für den blauen Ordner im Schrank

thanks: anywhere
danke/dank/dankeschön/merci/dankbar/retter/retterin/held/heldin
+ vielen Dank! | danke, hat geholfen
- der Tank ist voll

confirms: anywhere
hat geklappt/funktioniert/geholfen
geht/läuft/klappt/funktioniert/tut/druckt jetzt/wieder/nun
jetzt geht/läuft/klappt/funktioniert/gehts/geht's/ist
daran/das war's/wars/lag/hat
hat's gelöst
ist gelöst/behoben
passt jetzt
wieder da/drin/online
+ jetzt geht es, danke | das hat geklappt
- so geht man vor

trouble: anywhere
fehler*/problem*/störung*/stoerung*/defekt*/kaputt/abgestürzt/abgestuerzt/absturz/hängt/haengt/klemmt/gesperrt/blockiert/abgelehnt/abgewiesen/fehlt/fehlen/falsch/leer/langsam/alarm/reklamation*/streikt/spinnt/ungültig/verweigert/meckert
geht/funktioniert/klappt/läuft/druckt/startet/lädt/kommt/öffnet/tut/reagiert (sich/gar/mehr/immer/noch/wieder/einfach/bei/mir/uns/seit/heute/auch/da/es) nicht/nichts/keine/kein
nicht mehr/möglich/erreichbar/gefunden/lesbar/auf/rein
kann/komme/können/kommen mich/ich/wir/nicht nicht/mehr/rein
fliegt/wirft raus/mich
bricht/stürzt ab
immer wieder/noch nicht
warnung/warnt
+ der Drucker druckt nicht | Fehlermeldung beim Buchen | ich komme nicht mehr rein
- das Tor öffnet um sechs

cause: anywhere
weil/denn/deshalb/deswegen/daher/dadurch/darum/nämlich/naemlich/ursache/grund/sonst/damit
liegt/lag/liegts am/an/daran/meist/meistens
wegen _
das problem/kommt ist/war/vom/von/daher
passiert wenn/weil
+ weil die Luft kalt ist | lag am Kabel | das liegt daran, dass
- nimm den roten

advice: anywhere
du/ihr/sie/man/ich/wir musst/müsst/muss/müssen/muessen/kannst/könnt/kann/können/koennen/solltest/solltet/sollte/sollten/darfst/dürft/darf/dürfen/brauchst/braucht/brauchen
muss/müssen/muessen/darf/dürfen/kann/können/soll/sollen/sollte/sollten/braucht/brauchen man/du/ihr/er/es/sie/das/die/der/den/dem/vorher/erst/immer/nur/nicht/zuerst/mit/in/an/vor/bis/beim/im/auf/über/nach/keine/kein/unbedingt/dann
am/besten/lieber besten/einfach/immer/vorher
nie/niemals/immer/nur/erst/zuerst/unbedingt/bitte/einfach _
nicht vergessen/ohne/vor/bevor/mehr
statt/anstatt/stattdessen _
eintragen/angeben/auswählen/umbuchen/abmelden/anmelden/ausfüllen/abschalten/einschalten/freigeben
ist/sind zu _
versuch/probier/nimm/schreib/schick/geh/ruf/frag/klick/drück/mach/schau/stell/trag/leg/gib/lass/starte/öffne/buche/melde/prüfe/nehmt/schreibt/schickt
+ du musst das rote Formular nehmen | nie am Griff anheben | das muss vorher freigegeben werden
- schönes Wetter

step: start
nimm/schreib/schreibe/schick/schicke/geh/gehe/ruf/rufe/frag/frage/klick/klicke/drück/drücke/mach/mache/stell/stelle/trag/trage/leg/lege/gib/lass/starte/öffne/oeffne/buche/melde/prüfe/pruefe/wähle/waehle/setz/setze/lösche/loesche/halte/halt/warte/speicher/speichere/zieh/ziehe/steck/stecke/schalte/schalt/füll/fülle/druck/drucke/scanne/entferne/installier/installiere/lade/such/suche/unterschreib/bring/bringe/hol/hole/tausche/mess/miss/reinige/spül/kopier/kopiere/versuch/versuche/probier/probiere/nehmt/schreibt/schickt/geht/fragt/klickt/drückt/macht/stellt/tragt/legt/öffnet/wählt
erst/zuerst/dann/danach/anschließend/zuletzt/schließlich/als/bitte/einfach/nie/niemals/immer/und/oder/sonst (dann) _ auf/in/an/aus/ein/den/die/das/unter/mit/im/am/ab/zum/zur/nicht
unter/über/im/in/auf _ auf/den/die/das/klicken/gehen/wählen
+ Drück die grüne Taste | Stelle den Regler auf 5,2 bar | Öffne das Menü
- Er drückte sie | Taste ist kaputt

rule: anywhere
pflicht/verpflichtend/erlaubt/verboten/zulässig/zulaessig/unzulässig/genehmig*/freigabe/freigegeben/regel/regelung/regeln/richtlinie*/vorgabe*/frist/fristen/grenze/höchstens/hoechstens/mindestens/maximal/minimal/spätestens/spaetestens/frühestens/anspruch/gilt/gelten/gültig/gueltig/ausnahme*/grundsätzlich/pauschal/pauschale/zuschlag/betrag/bestellgrenze/schluss/annahmeschluss/limit/vorlauf
ab/bis/seit/von/zum sofort/jetzt/montag/dienstag/mittwoch/donnerstag/freitag/januar/februar/märz/april/mai/juni/juli/august/september/oktober/november/dezember/nächster/kommender/nächstem/dem/zu/ersten/1
pro/je/jede/jeden/jedes tag/woche/monat/jahr/person/auftrag/nacht/stunde/kunde/stück/palette/quartal/mal/morgen/abend
innerhalb/binnen _ tagen/stunden/wochen/minuten
nur für/fuer/bei/mit/wenn/am/bis/in/ab/noch/die/der/das
nicht für/fuer/vor/nach/ohne/am/bei
nie/niemals/immer wenn/bei/mit/in/am/vor/nach/die/den
wir haben entschieden/beschlossen/vereinbart
mehr/weniger/länger/später als
+ ab 50 Euro braucht es eine Freigabe | Annahmeschluss ist 15 Uhr | binnen acht Tagen
- schau mal hier

explains: anywhere
heißt/heisst/bedeutet/meint/unterschied/automatisch/normalerweise/standardmäßig/eigentlich/während/waehrend/nämlich
zum beispiel
das/die/der/es ist/sind/steht/liegt/geht/kommt/wird/werden/läuft/gehört/gibt/findest/bekommt/bekommst/macht
ist/sind/steht/liegt/liegen/stehen/hängt/gibt/gibt's/gehört/wird/werden ein/eine/der/die/das/im/in/auf/an/am/beim/unter/für/nur/immer/nie/es/nicht/kein/keine/hinter/neben/über/bei/von/vom/zu
findest/findet/bekommst/bekommt/kriegt/kriegst du/ihr/man/unter/im/in
wir haben/nehmen/machen/zahlen/brauchen/schicken/berechnen/geben/buchen/nutzen/verwenden
+ das liegt im Keller | der alte ist im Schrank | das heißt Restposten
- wie schön | bis morgen

corrects: start
(kleine/kurze) korrektur/berichtigung
quatsch/blödsinn/falsch
(nee/nein/ne) stopp/moment/halt (nein/nee) ich/es/doch/stimmt/falsch/nein/nee/sind
(oh/ah/ach/nein/ne/ups) (sorry/entschuldigung) falsch/quatsch/stimmt/verwechselt/vertippt/verlesen/meinte
(oh/ah/ups) sorry/entschuldigung/entschuldige nicht/stimmt/falsch/das/es/ich/meinte/war
ich meinte/meine
vergiss/vergesst/ignorier/ignoriert das/was/meine
doch nicht
mein fehler
war falsch
der/die/das befehl/zeile/link/pfad/nummer/adresse (oben) war (der/die/das) falsch/falsche
(oh/ah/ups/nee/nein) sorry/entschuldigung #
(sorry/entschuldigung) ich hab/habe/hatte (mich/das/es/da) quatsch/mist/unsinn/verwechselt/vertan/vertippt/verlesen/verguckt
+ ich hab Quatsch erzählt | Sorry, 30 Tage | Korrektur: 13 Uhr | sorry, ich meinte den blauen | ne falsch, Dienstag | Quatsch, 13:00 | Der Befehl oben war der falsche
- Sorry für die Verspätung | die Korrektur liegt bei | Halt die Taste gedrückt

concedes: start
(stimmt/ja/ah/oh/ach/sorry) du hast/hattest recht
(stimmt/ja/ah/oh/ach/sorry) (da/_) hast/hat (du/er/sie) recht
(stimmt/ja/ah/oh/ach/sorry) recht hast/hat (du/er/sie)
(dann) macht/mach/nimm/nehmt (es) so wie _ sagt
(ups/sorry/oh/ah/ach) (das) wusste ich nicht/gar/noch
(oh/ah/ach/sorry) (das) hatte/hab/habe ich (ganz/völlig/glatt) vergessen/übersehen/verwechselt/verlesen
(oh/ah/ach/sorry) mein fehler
danke für/fuer die/den korrektur/hinweis
gut aufgepasst
ups/upps/uups/hoppla/mist
+ Stimmt, du hast recht | Hatte ich vergessen | ups, wusste ich nicht | Jan hat recht | hast recht Jan | macht es so wie sie sagt
- rechts neben der Tür | wer hat das vergessen | das Recht auf Urlaub

stillSays: anywhere
steht/stehen/sagt/zeigt/nennt (da/dort/aber) (immer) noch
steht/stehen (da/dort/aber) immernoch
+ Im Handbuch steht noch 90. | auf dem Aushang steht immer noch der alte Preis
- Der Wagen ist noch da | es steht fest

yields: start
stimmt/richtig/ja/jo/jep/ah/ach/oh/genau
+ Stimmt, sechs Wochen | ach ja, der 15.
- das stimmt

disagrees: start
bitte nicht so
nein/nee/ne/nö das/die/der/nicht/nur/es/seit/ab/ist
das (stimmt/ist) nicht/falsch/veraltet/alt/überholt
stimmt/gilt nicht/so
vorsicht/achtung/falsch
+ Nein, das gilt nur werktags | stimmt nicht mehr | Achtung, das ist alt
- nein danke

doubts: anywhere
vielleicht/wahrscheinlich/vermutlich/glaube/glaub/eventuell/evtl/vllt/schätze/denke/womöglich
weiß/weiss (ich/es/das) (auch) nicht
nicht/bin sicher/unsicher
keine ahnung
soweit ich/mir weiß/bekannt
könnte/koennte sein
+ ich glaube am Freitag | keine Ahnung
- es ist Freitag

seeksAssent: end
oder (nicht/etwa)
nicht wahr
gell/wa
+ fünf Tage, oder | die schließen um sechs, gell
- der rote oder der blaue

asksAside: start
kann/könnte/koennte/darf/muss/soll/geht/gibt/hat/ist/wird/braucht ich/wir/man/er/sie/es/das/ihr/du/jemand/einer
können/könnt/könnten/dürfen/müssen/sollen/haben/habt/sind wir/sie/ihr/die
was/wie/warum/wieso ist/sind/hat/haben/macht/geht/gilt/kann/muss/soll/steht/sagt _
+ kann sie online unterschreiben | geht das trotzdem | was sagt der Zähler
- das geht trotzdem | kann sein

mayAsk: start
und/oder/also/ist/sind/war/hat/haben/habt/kann/könnt/darf/muss/soll/geht/gibt/gilt/wird/braucht/kommt/macht/stimmt _
+ und die blauen | ist Heizungskeller offen
- die Tür ist offen

condition: start
(und/oder/aber/also) wenn/falls/sobald/solange/weil/da/nachdem/bevor/ehe/obwohl/sofern/ob
(und/oder/aber) für/fuer/bei/mit/ab
+ wenn es regnet, kann man rein | und falls er voll ist
- die Tür, wenn sie klemmt

adds: start
und/auch/außerdem/zusätzlich/plus/dazu
+ und zehn an Weihnachten
- zehn, und nicht mehr

follows: start
(ok/ah/na/ja/gut) dann/sonst
in dem fall
+ Dann ist es das Kabel | sonst nimm den roten
- wir kommen dann

elides: start
ist/sind/war/waren/steht/stehen/stand/liegt/liegen/lag/hängt/hängen/hat/haben/hatte/hatten/geht/gehen/ging/gilt/gelten/kommt/kommen/gibt/macht/machen/muss/müssen/kann/können/darf/soll/wird/werden/braucht/brauchen/dauert/kostet/reicht/klappt/läuft/funktioniert/findest/findet/bekommst/kriegst/hilft/passt/stimmt/bringt _
+ Steht da nirgends | hatten wir schon einmal
- der Ordner steht da | nimm den roten

leans: start
nein/nee/nö/ja/jep/doch/genau/stimmt/beides/dann/und/aber/auch/also/oder/weil/denn/es/ihn/ihm/daran/dafür/damit/davon/deshalb/deswegen
das/dies ist/sind/war/geht/gilt/kommt/macht/heißt/kann/muss/darf/wird/hat/steht
so ist/geht/wird
+ Nein, nur werktags | Das ist der alte | Und dann noch zehn | Es friert ein
- Das Formular liegt am Empfang | Nimm den roten | Dose öffnen

refuses: start
nein/nee/stopp/niemals
bloß/bitte nicht
auf keinen fall
+ Stopp, nicht den roten | bloß nicht öffnen
- das war nicht bloß Regen

today: anywhere
heute/morgen/gestern/übermorgen/gleich/meeting/besprechung/termin/mittagessen/geburtstag/kantine/jourfixe/verschoben/urlaub
diese/nächste/letzte woche
in _ min/minuten
bis später/dann/gleich/nachher/morgen
komme später
+ Besprechung in fünf Minuten | bis morgen
- die Grenze ist fünfzig

planning: anywhere
bin/sind dran/dabei/noch/gerade/schon
arbeite/arbeiten an/dran/noch
wir/ich sollten/könnten/müssten/wollen/werde/werden/würde
kümmere/kümmern mich/uns
wartet/warten/warte auf/noch
in arbeit/planung
kann/könnt/kannst du/ihr/jemand (bitte/mal) _ machen/schicken/bringen/übernehmen/kommen/mitbringen
+ bin noch dran | wir warten auf den Lieferanten
- die Tür ist rot

social: anywhere
haha/hahaha/lol/kuchen/pizza/döner/bier/kaffee/wetter/wochenende/fußball/fussball/glückwunsch/gratulation/geburtstag/hund/katze/urlaub/feierabend/grillen/weihnachtsfeier/mahlzeit/spiel/tor/witzig/lustig
alles gute
gute besserung/nacht
schönes/schönen wochenende/feierabend/urlaub
wie geht's/gehts/geht
+ Kuchen steht in der Küche | schönes Wochenende!
- die Rechnung ist spät

announces: anywhere
achtung/wichtig/erinnerung/info/ankündigung/hinweis/neu/neue/neuer
zur info/erinnerung/kenntnis
bitte beachten/beachtet/denkt/daran/alle/lesen
ab sofort/montag/dienstag/mittwoch/donnerstag/freitag/heute/morgen/nächster/kommender/januar/februar/märz/april/mai/juni/juli/august/september/oktober/november/dezember/dem/1
an alle
gilt ab/seit/für/fuer
wir haben/sind/stellen umgestellt/entschieden/um/ab
hat/haben angefangen
alle mal/herhören/bitte
+ Ab Montag ist der Schalter zu | Wichtig: neue Nummer
- wo ist das Tor

meta: anywhere
kanal/gruppe/chat/falscher/slack/teams/thread
falscher/anderer kanal/chat
jemand da/hier/online
+ falscher Kanal, sorry | jemand da?
- der Raum ist belegt

machine: anywhere
build/pipeline/job/deployment fehlgeschlagen/erfolgreich/beendet/gestartet/abgebrochen
ist beigetreten
hat (den/die) kanal verlassen
+ Pipeline fehlgeschlagen | Kim ist beigetreten
- wir bauen Häuser

technical: anywhere
server/datenbank/skript/befehl/datei/verzeichnis/treiber/speicher/schnittstelle/api/konsole
+ die Datei liegt auf dem Server
- der Schlüssel liegt am Empfang

oneCase: anywhere
gestern/heute
seit montag/dienstag/mittwoch/donnerstag/freitag/samstag/sonntag/gestern/heute/einer/einem/letzter/letztem/#
letzte/letzten nacht/woche/monat/montag/dienstag/mittwoch/donnerstag/freitag/samstag/sonntag
+ die Bestellung hängt seit Donnerstag | gestern doppelt gebucht
- eine Dauerbestellung auf einen anderen Wochentag legen

refers: anywhere
das/dies/diese/dieser/es/er/sie/ihn/ihm/da/dort/dafür/dafuer/damit/davon/daran/so/auch/dem/den/denen
+ kann man das ändern?
- wo liegen Schlüssel
`);
