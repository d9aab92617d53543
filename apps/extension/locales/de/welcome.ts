import type * as en from "../en/welcome.ts"
import { list } from "./plural.ts"

export const welcome: typeof en.welcome = {
  title: "Wissen, wer vor Ihnen steht",
  lead: "Klicken Sie auf einem Profil oder einer Unternehmensseite auf Inlay, und es zeigt, was Ihr eigenes Vertriebsdaten-Konto darüber weiß.",
  readTitle: "Was wann gelesen wird",
  beforeClick: "Bevor Sie klicken",
  beforeClickText:
    "Nichts. Inlay läuft auf keiner Seite und sieht nicht, welche Seiten Sie besuchen, außer wo Sie es erlauben.",
  onClick: "Wenn Sie auf die Schaltfläche klicken",
  onClickText:
    "Die Adresse dieser einen Seite, um zu erkennen, um wen es geht. Sie bleibt in diesem Browser; mit einem Hub fragt Inlay ihn, was eine Abfrage kostet.",
  onEnrich: "Wenn Sie „Anreichern“ wählen",
  onEnrichText:
    "Die Adresse des Profils oder die Domain des Unternehmens geht mit Ihrem Schlüssel an Ihren eigenen Anbieter oder an Ihren Hub. Sonst erhält niemand etwas.",
  step: (step, title) => `${step}. ${title}`,
  pinTitle: "Schaltfläche anheften",
  pinText:
    "Öffnen Sie das Erweiterungsmenü des Browsers (das Puzzleteil neben der Adresse) und heften Sie Inlay dort an.",
  pinned: "Die Schaltfläche steht in der Symbolleiste.",
  connectTitle: "Verbinden, was Sie haben",
  byKind: (kinds) => `Über: ${list(kinds)}. Bleibt verschlüsselt in diesem Browser.`,
  byHub: "Ein Hub Ihres Teams",
  byHubHelp: "Über einen Kopplungscode aus seiner Konsole: Schlüssel und Limits bleiben dort.",
  byNone: "Noch nichts",
  byNoneHelp: "Sehen Sie sich erst ein Beispiel an. Verbinden können Sie jederzeit in den Einstellungen.",
  finish: "Beispielprofil ansehen",
  finishHelp: "Eine erfundene Person: Nichts wird gesendet, und nichts kostet etwas.",
  sampleTitle: "Ein Beispielprofil",
  sampleNote: "So sieht ein Ergebnis aus. Die Person ist erfunden: Nichts wurde gesendet, nichts wurde berechnet.",
  connect: "Konto verbinden"
}
