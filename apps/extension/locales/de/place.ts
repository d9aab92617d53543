import type * as en from "../en/place.ts"
import type { Words } from "../words.ts"

export const place: Words<typeof en.place> = {
  title: "Wo die Antwort angezeigt wird",
  agreement:
    "Die Nutzungsvereinbarung des Profilnetzwerks verbietet, Elemente in seine Seiten einzufügen; ein Mitglied, das ein solches Werkzeug benutzt, verstößt dagegen. Das Popup fügt nichts ein.",
  page: "In der Seite und im Popup",
  pageHelp:
    "Eine Karte unten rechts in der Seite, nachdem Sie auf „Anreichern“ geklickt haben. Sie verschwindet, wenn Sie die Seite wechseln.",
  stored: "Gespeichert",
  popup: "Nur im Popup",
  popupHelp: "In keine Seite wird etwas eingefügt."
}
