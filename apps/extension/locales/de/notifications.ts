import type * as en from "../en/notifications.ts"
import { number } from "./plural.ts"

export const notifications: typeof en.notifications = {
  title: "Benachrichtigungen",
  lead: "Ein hier gewählter Auslöser zeigt zu jedem seiner Ereignisse eine Benachrichtigung auf diesem Bildschirm. Ein Klick darauf öffnet die Seite des Ereignisses.",
  when: "Der Hub wird einmal in der Minute nach Ereignissen gefragt und meldet sie sofort, solange ein Repository in Inlay offen ist. Von hier aus beobachtete Repositorys melden sie bei jedem Abruf.",
  none: "Noch lässt sich nichts wählen: Schalten Sie am Hub einen Auslöser ein, oder beobachten Sie ein Repository auf seiner Seite.",
  unread: "Die Auslöser des Hubs ließen sich nicht lesen.",
  everywhere: "überall",
  count: (on, all) => `${number(on)} von ${number(all)}`,
  notPolled:
    "Wird zurzeit nicht abgerufen: Es wird nicht von hier aus beobachtet, oder die Code-Plattform läuft über den Hub.",
  of: (line) => `Benachrichtigen über: ${line}`,
  legend: "Benachrichtigen über",
  on: "Erscheint binnen einer Minute auf diesem Bildschirm, sofort, solange dies offen ist.",
  onLook: "Erscheint bei jedem Abruf auf diesem Bildschirm.",
  denied: "Der Browser lässt Inlay keine Benachrichtigungen zeigen.",
  allow: "Erlauben …"
}
