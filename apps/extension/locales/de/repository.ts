import type * as en from "../en/repository.ts"
import { clock } from "./figures.ts"
import { runState } from "./line.ts"
import { number, plural } from "./plural.ts"

export const repository: typeof en.repository = {
  elsewhere: "Auf der Seite eines Repositorys einer verbundenen Code-Plattform stehen hier seine Läufe und Auslöser.",
  notConnected: "Kein Konto einer Code-Plattform ist verbunden.",
  notConnectedLead:
    "Mit einem Zugriffstoken oder über einen Hub steht hier, was auf Sie wartet, dazu die Läufe und die Auslöser.",
  connect: "Konto verbinden",
  loading: "Das Repository wird gelesen …",
  subtitle: (branch, pushed, login) =>
    [branch, pushed === null ? null : `letzter Push ${pushed}`, login === "" ? null : `als ${login}`]
      .filter((part) => part !== null)
      .join(" · "),
  account: (name, isAtHub) => (isAtHub ? `${name} auf dem Hub` : name),
  by: "Konto",
  invisible: (account) =>
    `Das Konto ${account} sieht dieses Repository nicht. Prüfen Sie sein Token und dessen Rechte.`,
  archived: "Archiviert: Es lässt sich lesen, aber nicht ändern.",
  newTab: "öffnet einen neuen Tab",
  retryIn: (seconds) => `Der nächste Versuch ist in ${seconds} möglich.`,
  seconds: (count) =>
    count < 120
      ? plural(count, { one: "1 Sekunde", other: `${number(count)} Sekunden` })
      : plural(Math.ceil(count / 60), { one: "1 Minute", other: `${number(Math.ceil(count / 60))} Minuten` }),
  needed: (right) => `Nötig: ${right}.`,
  mayBeDone: "Es ist vielleicht schon geschehen: Sehen Sie auf der Seite nach, bevor Sie es wiederholen.",
  sent: (when) => `Abgeschickt: ${when}.`,
  unanswered: "Die Antwort ist nicht bekannt: Sehen Sie auf der Seite nach, bevor Sie es noch einmal abschicken.",
  cancel: "Abbrechen"
}

export const needs: typeof en.needs = {
  title: "Wartet auf Sie",
  count: (count) => plural(count, { one: "1 Sache wartet", other: `${number(count)} Sachen warten` }),
  none: "Hier wartet nichts auf Sie.",
  failed: (workflow, branch) =>
    branch === "" ? `${workflow} ist fehlgeschlagen` : `${workflow} ist auf ${branch} fehlgeschlagen`,
  run: (run, event, actor, when) => `#${run} · ${event}${actor === "" ? "" : ` von ${actor}`} · ${when}`,
  review: (title) => `Ihr Review ist gefragt: ${title}`,
  thread: (thread, by, when) => `#${thread}${by === "" ? "" : ` von ${by}`} · ${when}`,
  mention: (title) => `Erwähnt in ${title}`,
  noMentions:
    "Dieses Token darf keine Benachrichtigungen lesen, deshalb fehlen Erwähnungen: Ein klassisches Token darf es.",
  more: (count) => plural(count, { one: "1 weitere Sache", other: `${number(count)} weitere Sachen` }),
  rerun: "Neu starten …",
  rerunSure: (run, name, who) => `Die fehlgeschlagenen Jobs von ${run} in ${name} neu starten, ${who}?`,
  rerunYes: "Ja, neu starten",
  rerunDone: "Neu gestartet.",
  reply: "Antworten …",
  replyTo: (thread) => `Kommentar zu #${thread}`,
  replySure: (thread, name, who) => `#${thread} in ${name} kommentieren, ${who}?`,
  replyYes: "Ja, kommentieren",
  replyDone: "Kommentiert.",
  send: "Kommentieren"
}

export const who: typeof en.who = {
  as: (login, account) => (login === "" ? `mit dem Konto ${account}` : `als ${login} (Konto ${account})`)
}

export const triggers: typeof en.triggers = {
  title: "Auslöser",
  instant: "Sofort, durch Ihren Hub",
  asked: "Durch Ihren Hub",
  polled: (every) => `Von hier aus abgerufen, alle ${every}`,
  notWatched: "Nicht beobachtet",
  starts: (count) => plural(count, { one: "1 Start in 24 Stunden", other: `${number(count)} Starts in 24 Stunden` }),
  count: (count) => number(count),
  line: (trigger, agent) => `${trigger} → ${agent}`,
  fired: (when) => `ausgelöst ${when}`,
  never: "noch nie ausgelöst",
  off: "aus",
  hubSays: "Der Hub meldet:",
  givenUp: (count) =>
    plural(count, {
      one: "1 Start wurde aufgegeben: Senden Sie ihn in der Konsole des Hubs erneut.",
      other: `${number(count)} Starts wurden aufgegeben: Senden Sie sie in der Konsole des Hubs erneut.`
    }),
  unreadable: (count) =>
    plural(count, {
      one: "1 Ereignis des Kontos konnte nicht gelesen werden.",
      other: `${number(count)} Ereignisse des Kontos konnten nicht gelesen werden.`
    }),
  polledWay: "vom Hub abgerufen",
  state: { pending: "wartet", delivered: "zugestellt", dead: "Agent fehlgeschlagen", skipped: "übersprungen" },
  sendAgain: "Noch einmal senden …",
  sendAgainSure: (line, name, account) =>
    `Den Agenten mit dem letzten Ereignis von ${line} in ${name} noch einmal starten (Konto ${account})?`,
  sendAgainYes: "Ja, noch einmal senden",
  sentAgain: "Noch einmal gesendet.",
  notSentAgain: "Nichts wurde noch einmal gesendet: Das Ereignis ist schon auf dem Weg zum Agenten.",
  switch: { on: "An", off: "Aus" },
  find: "Auslöser suchen",
  matchCount: (count, all) => `${number(count)} von ${number(all)}`,
  more: (count) => `${number(count)} weitere anzeigen`,
  none: "Noch startet hier kein Ereignis einen Agenten.",
  add: "Hier etwas beobachten …",
  addTitle: "Hier etwas beobachten",
  what: "Was",
  choose: "Bitte wählen",
  agent: "Adresse des Agenten",
  agentHelp: "Dorthin sendet der Hub jedes Ereignis, signiert. https, oder http auf diesem Rechner.",
  filters: "Nur wenn",
  several: "Eines oder mehrere, mit Kommas dazwischen. * steht für alles.",
  any: "Beliebig",
  yes: "Ja",
  no: "Nein",
  test: "Ausprobieren",
  switchOn: "Einschalten",
  notOfRepository: "Das betrifft nicht ein einzelnes Repository: Abonnieren Sie es in der Konsole des Hubs.",
  trial: (starting, all) =>
    all === 0
      ? "Der Hub kennt hier noch kein solches Ereignis."
      : plural(all, {
          one:
            starting === 1 ? "Das letzte Ereignis würde ihn starten." : "Das letzte Ereignis würde ihn nicht starten.",
          other: `${number(starting)} der letzten ${number(all)} Ereignisse würden ihn starten.`
        }),
  added: "Eingeschaltet. Mit diesem Geheimnis prüft der Agent, was er bekommt; nach „Fertig“ wird es nie mehr gezeigt:",
  mayBeAdded:
    "Er ist vielleicht schon eingeschaltet: Sehen Sie in der Liste nach, bevor Sie es wiederholen. Steht er dort, holen Sie ihm in der Konsole des Hubs ein neues Geheimnis.",
  copySecret: "Kopieren",
  copied: "Kopiert",
  notCopied: "Der Browser erlaubt das Kopieren nicht: Markieren Sie das Geheimnis und kopieren Sie es von Hand.",
  done: "Fertig",
  live: (trigger, title) => (title === "" ? trigger : `${trigger}: ${title}`),
  watch: "Von hier aus beobachten",
  unwatch: "Nicht mehr beobachten",
  watchHelp:
    "Neue Issues und Pull-Requests, fehlgeschlagene Läufe und Erwähnungen; dafür höchstens ein Zehntel des Limits dieses Kontos. Ein Hub meldet sofort und startet Agenten.",
  nothingSeen: "Seit Beginn der Beobachtung nichts Neues.",
  failing: "Der letzte Abruf gelang nur zum Teil.",
  unreachable: {
    noAccess: "Das Konto sieht dieses Repository nicht mehr: Prüfen Sie sein Token und dessen Rechte.",
    moved: "Das Repository wurde umbenannt oder verschoben: Beobachten Sie es auf seiner neuen Seite.",
    denied:
      "Der Browser erlaubt keine Anfragen an diesen Dienst mehr: Öffnen Sie die Einstellungen und speichern Sie das Konto noch einmal."
  },
  lost: "Die laufenden Meldungen sind unterbrochen; sie gehen von selbst weiter."
}

export const runs: typeof en.runs = {
  title: "Läufe",
  all: "Alle",
  none: "Hier ist noch kein Workflow gelaufen.",
  line: (workflow, run) => `${workflow} #${run}`,
  running: (duration) => `läuft seit ${duration}`,
  waiting: "wartet",
  state: runState
}

export const foot: typeof en.foot = {
  left: (left, limit) => `noch ${number(left)} von ${number(limit)}`,
  full: (iso) => `wieder voll um ${clock(iso)}`,
  unlimited: "Kein Ratenlimit",
  star: "Stern",
  starSure: (name, as) => `${name} einen Stern geben, ${as}?`,
  starYes: "Ja, Stern geben",
  starred: "Stern gegeben",
  dispatch: "Workflow starten …",
  workflow: "Workflow",
  branch: "Branch oder Tag",
  start: "Starten",
  noWorkflows: "Hier ist kein Workflow eingeschaltet.",
  dispatchSure: (workflow, ref, name, as) => `${workflow} auf ${ref} in ${name} starten, ${as}?`,
  dispatchYes: "Ja, starten",
  dispatched: "Gestartet."
}
