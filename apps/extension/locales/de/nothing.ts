import type * as en from "../en/nothing.ts"
import type { Words } from "../words.ts"

export const nothing: Words<typeof en.nothing> = {
  title: "Hier gibt es nichts anzuzeigen",
  elsewhere:
    "Öffnen Sie das Profil einer Person oder eines Unternehmens oder die Website eines Unternehmens, und klicken Sie noch einmal.",
  profileSite:
    "Diese Seite des Netzwerks ist kein Profil. Öffnen Sie das Profil einer Person oder die Seite eines Unternehmens.",

  local:
    "Diese Seite hat keinen öffentlichen Namen, wie auf Ihrem eigenen Rechner oder in Ihrem Netz. Die Adresse der Seite wird nirgendwohin gesendet.",
  inApplication: (what) =>
    `${what}: Die Seiten hier gehören vielen Personen. Öffnen Sie das Profil einer Person oder eines Unternehmens oder die Website eines Unternehmens.`
}
