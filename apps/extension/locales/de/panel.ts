import type * as en from "../en/panel.ts"

export const panel: typeof en.panel = {
  outOfReach: "Klicken Sie, um diese Seite zu lesen",
  click: (shortcut) =>
    `Klicken Sie in der Symbolleiste auf Inlay${shortcut === "" ? "" : ` oder drücken Sie ${shortcut}`}: Dann zeigt die Seitenleiste, was sie über diese Seite weiß.`,
  why: "Inlay liest die Adresse einer Seite erst, nachdem Sie dort auf seine Schaltfläche geklickt haben. Innerhalb einer Website folgt es Ihnen; auf der nächsten fragt es wieder.",
  link: "Link:",
  back: "Zurück zur Seite"
}
