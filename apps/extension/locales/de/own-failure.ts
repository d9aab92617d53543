import type * as en from "../en/own-failure.ts"

const closed = {
  keyLost: "Dieser Browser hat den Schlüssel verloren, der seine Geheimnisse schützt",
  secretUnreadable: "Sein Schlüssel wurde im Speicher dieses Browsers verändert oder beschädigt",
  recordUnreadable: "Es wurde im Speicher dieses Browsers beschädigt"
} as const

const storage = {
  newer: [
    "Eine neuere Version der Erweiterung hat in den Speicher dieses Browsers geschrieben",
    "Aktualisieren Sie die Erweiterung."
  ],
  full: [
    "Der Speicher dieses Browsers ist voll",
    "Schaffen Sie Platz auf dem Datenträger, oder löschen Sie im Verlauf, was gespeichert ist."
  ],
  blocked: [
    "Eine andere Version der Erweiterung benutzt noch den Speicher dieses Browsers",
    "Starten Sie den Browser neu."
  ]
} as const

const PAIR_AGAIN = "Öffnen Sie die Einstellungen und koppeln Sie diesen Browser neu."
const NEW_CODE = "Lassen Sie in der Konsole des Hubs auf der Seite Agents einen neuen Code anzeigen."

const hubProblem: en.HubWords = {
  notPaired: () => ["Mit diesem Browser ist kein Hub gekoppelt", "Öffnen Sie die Einstellungen und koppeln Sie einen."],
  gone: (origin) => [
    `Der Hub unter ${origin} antwortet nicht`,
    "Starten Sie ihn mit „inlay serve“, oder wählen Sie in den Einstellungen, ohne ihn zu arbeiten."
  ],
  notAHub: (origin) => [
    `Was unter ${origin} antwortet, ist kein Inlay-Hub`,
    "Prüfen Sie die Adresse: „inlay serve“ gibt sie aus. Außer einer Begrüßung wurde nichts dorthin gesendet."
  ],
  another: (origin) => [
    `Unter ${origin} antwortet ein anderer Hub als der, mit dem dieser Browser gekoppelt ist`,
    "Starten Sie den richtigen, oder koppeln Sie neu. Außer einer Begrüßung wurde diesem nichts gesendet."
  ],
  otherAddress: (origin) => [
    `Der Hub bedient die Adresse ${origin} nicht`,
    "Verwenden Sie die Adresse, die „inlay serve“ ausgibt, oder starten Sie ihn mit --url."
  ],
  older: (origin) => [`Der Hub unter ${origin} ist älter als diese Erweiterung`, "Aktualisieren Sie den Hub."],
  newer: (origin) => [`Der Hub unter ${origin} ist neuer als diese Erweiterung`, "Aktualisieren Sie die Erweiterung."],
  revoked: (origin) => [
    `Der Hub unter ${origin} nimmt diesen Browser nicht mehr an: Seine Kopplung wurde widerrufen oder ist abgelaufen`,
    PAIR_AGAIN
  ],
  changed: (origin) => [
    `Dieser Browser ist inzwischen mit dem Hub unter ${origin} gekoppelt`,
    "Prüfen Sie noch einmal, was es dort kostet."
  ],
  unreadable: (origin) => [
    `Die Antwort des Hubs unter ${origin} ist nicht lesbar`,
    "Aktualisieren Sie den Hub und die Erweiterung."
  ],
  badAddress: () => [
    "Das ist keine Adresse eines Hubs",
    "Geben Sie sie ein, wie „inlay serve“ sie ausgibt, etwa http://127.0.0.1:4670: https, oder http auf diesem Rechner, ohne Benutzernamen und Pfad."
  ],
  codeWrong: () => ["Das ist kein Kopplungscode dieses Hubs", "Prüfen Sie ihn Zeichen für Zeichen."],
  codeUsed: () => ["Dieser Kopplungscode wurde schon benutzt", NEW_CODE],
  codeEnded: () => ["Dieser Kopplungscode ist abgelaufen", NEW_CODE],
  codesRefused: () => [
    "Es gab zu viele falsche Kopplungscodes",
    "Warten Sie zehn Minuten, und lassen Sie dann einen neuen anzeigen."
  ]
}

export const ownFailure: typeof en.ownFailure = {
  offline: () => ["Sie sind offline", "Verbinden Sie sich mit einem Netz und versuchen Sie es erneut."],
  notConnected: () => ["Es ist kein Konto verbunden", "Öffnen Sie die Einstellungen und verbinden Sie eines."],
  movedOn: () => [
    "Die Seite zeigt inzwischen jemand anderen",
    "Sehen Sie nach, wer jetzt auf der Seite steht, und fragen Sie noch einmal."
  ],
  expired: () => [
    "Die gespeicherte Antwort ist gerade abgelaufen",
    "Sehen Sie noch einmal nach, was eine Abfrage kosten würde."
  ],
  chargeSettled: () => ["Diese Kosten sind schon geklärt", "Sehen Sie sich die Liste in ihrem jetzigen Stand an."],
  accountChanged: () => [
    "Das Konto wurde inzwischen geändert oder entfernt",
    "Sehen Sie sich an, was jetzt gespeichert ist, und speichern Sie dann noch einmal."
  ],
  malformed: () => [
    "Die Seite der Erweiterung und ihr Hintergrundprozess passen nicht zusammen",
    "Laden Sie die Erweiterung neu."
  ],
  unreadable: () => ["Die Antwort hat nicht die erwartete Form", "Aktualisieren Sie die Erweiterung."],
  broken: () => [
    "In der Erweiterung ist etwas schiefgegangen",
    "Versuchen Sie es erneut; bleibt es dabei, laden Sie die Erweiterung neu."
  ],
  stopped: ({ mayCost }) => [
    "Der Hintergrundprozess der Erweiterung endete, bevor er antwortete",
    mayCost
      ? "Vielleicht wurde etwas berechnet: Sehen Sie im Credit-Protokoll des Anbieters nach, bevor Sie noch einmal fragen."
      : "Öffnen Sie diese Seite erneut: Sie zeigt, was bekannt ist."
  ],
  unheard: () => [
    "Der Browser erreicht den Hintergrundprozess der Erweiterung nicht",
    "Starten Sie die Erweiterung neu: Gespeichertes bleibt, wie es ist."
  ],
  hostDenied: ({ origin }) => [
    `Der Browser hat Anfragen an ${origin} nicht erlaubt`,
    "Öffnen Sie die Einstellungen: Speichern Sie das Konto noch einmal, oder erlauben Sie den Hub."
  ],
  hub: ({ why, origin }) => hubProblem[why](origin),
  nameTaken: ({ name }) => [`Es gibt schon ein Konto ${name}`, "Wählen Sie einen anderen Namen."],
  watchedFull: ({ limit }) => [
    `${limit} Repositorys werden schon beobachtet`,
    "Beenden Sie zuerst die Beobachtung eines anderen."
  ],
  accountClosed: ({ name, why }) => [
    `Das Konto ${name} lässt sich nicht öffnen. ${closed[why]}`,
    "Öffnen Sie die Einstellungen und geben Sie den Schlüssel erneut ein, oder entfernen Sie das Konto."
  ],
  storage: (problem) =>
    problem.why === "failed"
      ? [
          `Der Speicher des Browsers lässt sich nicht nutzen: ${problem.detail}`,
          "Schaffen Sie Platz auf dem Datenträger und starten Sie den Browser neu."
        ]
      : storage[problem.why]
}
