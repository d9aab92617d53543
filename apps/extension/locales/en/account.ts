/** The options page. */
import { credits } from "./shared.ts"

export const account = {
  title: "Inlay settings",
  formTitle: "Sales data account",
  formLead: "Requests go from this browser straight to your provider, and to nobody else.",
  required: "required",
  more: "More settings",
  proposed: "Proposed. Change it, or clear it for no cap.",
  stored: "Stored. Leave empty to keep it.",
  save: "Save and check",
  saving: "Checking the account…",
  saveAnyway: "Save anyway",
  saved: "Saved. The account works.",
  savedUnchecked: "Saved, although the check failed.",
  notSaved: "Not saved yet",
  correct: "Correct the marked fields first.",
  denied: (host: string) => `The browser may not reach ${host} yet.`,
  deniedFix: "Save again and choose Allow: Inlay then reaches this address and no other.",

  mustNotBeEmpty: "Needed to connect.",
  mustBeAddress: "Enter an address such as https://api.provider.example/v1.",
  mustBePlain: "Leave out user name, query and fragment.",
  mustBeHttps: "Use https. Plain http works for localhost and 127.0.0.1 only.",
  mustBeNumber: "Enter a number, 0 or more.",
  mustBeHeader: "Enter a header name such as authorization or x-api-key.",
  mustBeHost: "Enter a host such as profiles.example, without a path.",
  keyForNewAddress: "The address changed: enter the key that belongs to it.",

  closedFix: "Enter its settings again and save, or remove it below.",

  spendingTitle: "Spending",
  today: (count: number) => `${credits(count)} today`,
  todayHelp: "Counted by the UTC day, for this browser.",
  removeTitle: "Remove the account",
  removeHelp: "Forgets the key, the settings and every saved answer. What was spent today stays counted.",
  remove: "Remove account",
  removeSure: "Remove the key and everything saved?",
  removeYes: "Yes, remove",
  removed: "The account is removed.",
  cancel: "Cancel"
} as const
