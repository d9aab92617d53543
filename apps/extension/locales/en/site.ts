/** Traffic of the user's own sites. */
import { day, percent, weekday } from "./figures.ts"
import { list, number, plural } from "./plural.ts"

export const site = {
  looking: "Checking who owns this site",
  reading: "Reading its traffic",
  property: (name: string) => `Property ${name}`,
  zone: (city: string) => `${city} time`,
  scope: "Figures for",
  scopes: { page: "This page", site: "Whole site" },
  period: "28 days to yesterday",
  count: number,
  day,
  users: (count: number) => plural(count, { one: "user", other: "users" }),
  /** @param change as a share of the previous figure; `null` if that was 0 */
  change: (change: number | null) => {
    if (change === null) return "new"
    const size = percent(Math.abs(change))
    return Math.round(change * 100) === 0 ? "no change" : `${change > 0 ? "▲" : "▼"} ${size}`
  },
  /** Fits users, sessions, views and events. @param days of the period, and of the period before */
  changeWords: (change: number | null, days: number) => {
    if (change === null) return `none in the ${days} days before`
    if (Math.round(change * 100) === 0) return `as many as in the ${days} days before`
    return `${percent(Math.abs(change))} ${change > 0 ? "more" : "fewer"} than in the ${days} days before`
  },
  onBefore: "on the 28 days before",
  sessions: "Sessions",
  keyEvents: "Key events",
  rightNow: "Right now",
  live: "active in the last 30 minutes",
  livePage: (count: number) => `${number(count)} on this page`,
  unknown: "–",
  sources: "Where they come from",
  noSources: "No sessions in these 28 days.",
  share: percent,
  chart: (least: number, most: number, from: string, to: string) =>
    `Users per day from ${day(from)} to ${day(to)}: between ${number(least)} and ${number(most)}`,
  bar: (date: string, users: number, isFinal: boolean) =>
    `${weekday(date)}: ${number(users)} ${plural(users, { one: "user", other: "users" })}${isFinal ? "" : ", not final"}`,
  table: "As a table",
  columns: { day: "Day", users: "Users" },
  notFinal: "not final",

  unsettled: (days: number) =>
    plural(days, { one: "Last day not final", other: `Last ${number(days)} days not final` }),
  sampled: (share: number) => `from ${percent(share)} of the events`,
  notSampled: "not sampled",
  thresholded: "few users left out",
  otherRow: "rare values combined, which filters do not find",
  truncated: "incomplete",
  blocked: (metrics: ReadonlyArray<string>) => `The account may not see ${list(metrics)}: zeros there mean nothing.`,
  tokens: (remaining: number) =>
    plural(remaining, { one: "1 token left today", other: `${number(remaining)} tokens left today` }),

  copy: "Copy",
  copied: "Copied",
  copiedSaid: "Copied the figures as text",
  copyFailed: "The browser did not allow copying",
  report: "Report",

  choose: "Several properties collect data about this site. Which one?",
  chosen: "Property",
  gone: (name: string) => `The property ${name} no longer exists, or the account cannot see it.`,
  /** Web analytics runs only through the hub, so no setting does without it. */
  startHub: "Start it with “inlay serve”.",
  quotaUsedUp: "The property's quota is used up",
  resets: (when: string) => `It is full again on ${when}.`,
  outdated: (when: string) => `These figures were read on ${when}.`,

  traffic: "Traffic",
  yours: "your property",
  in28Days: (users: number) => `${number(users)} ${plural(users, { one: "user", other: "users" })} in 28 days`,
  onSiteNow: (count: number) => `${number(count)} on the site now`,
  open: "Show all figures",
  close: "Show fewer figures"
}

/** The service's default channels. */
export const channels: Readonly<Record<string, string>> = {
  "Organic Search": "Organic search",
  "Paid Search": "Paid search",
  "Organic Social": "Social networks",
  "Paid Social": "Paid social",
  "Organic Video": "Video",
  "Paid Video": "Paid video",
  "Organic Shopping": "Shopping sites",
  "Paid Shopping": "Paid shopping",
  "Paid Other": "Other advertising",
  "Cross-network": "Advertising across networks",
  "Mobile Push Notifications": "Push notifications",
  Direct: "Direct",
  Referral: "Referral",
  Display: "Display advertising",
  Email: "E-mail",
  Affiliates: "Affiliates",
  Audio: "Audio",
  SMS: "SMS",
  Unassigned: "Not assigned"
}
