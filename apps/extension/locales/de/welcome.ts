import type * as en from "../en/welcome.ts"
import type { Words } from "../words.ts"

export const welcome: Words<typeof en.welcome> = {
  title: "Wissen, wer vor Ihnen steht",
  lead: "Klicken Sie auf einem Profil oder einer Unternehmensseite auf Inlay, und es zeigt, was Ihr eigenes Vertriebsdaten-Konto darüber weiß.",
  readTitle: "Was wann gelesen wird",
  beforeClick: "Bevor Sie klicken",
  beforeClickText: "Nichts. Inlay läuft auf keiner Seite und sieht nicht, welche Seiten Sie besuchen.",
  onClick: "Wenn Sie auf die Schaltfläche klicken",
  onClickText: "Die Adresse dieser einen Seite, um zu erkennen, um wen es geht. Sie bleibt in diesem Browser.",
  onEnrich: "Wenn Sie „Anreichern“ wählen",
  onEnrichText:
    "Die Adresse des Profils oder die Domain des Unternehmens geht mit Ihrem Schlüssel an Ihren eigenen Anbieter. Sonst erhält niemand etwas.",
  connect: "Konto verbinden",
  connectHelp: "Sie brauchen die API-Adresse Ihres Anbieters und einen Schlüssel. Alles lässt sich später ändern."
}
