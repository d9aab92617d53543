/** How a failure can be resolved, in the words of a page: one entry for every remedy. */
import type { Remedy } from "@inlay/core-http/Remedy"

type Words = {
  readonly [To in Remedy["to"]]: (remedy: Extract<Remedy, { readonly to: To }>, isAtHub?: boolean) => string
}

const seconds = (count: number) => (count < 90 ? `${count} s` : `${Math.ceil(count / 60)} minutes`)

/** Anything but a plain name is put in quotation marks, which it cannot close itself. */
const shownName = (name: string) =>
  /^[\w./-]{1,100}$/.test(name) ? name : `“${name.replace(/[“”]/g, '"').slice(0, 60)}”`

/** Where an account, its key and its limits are changed. */
const place = (isAtHub?: boolean) => (isAtHub === true ? "at the hub" : "in the settings")

const address = {
  base: (where: string) => `the base address ${where}`,
  signIn: (where: string) => `the address of the sign-in ${where}`,
  endpoint: () => "the address of the call"
} as const

const whom = {
  administrator: "an administrator of the provider's account",
  owner: "the owner",
  support: "the provider's support"
} as const

export const remedy: Words = {
  correctInput: () => "Correct it and try again.",
  checkNames: ({ hidden }) =>
    hidden === undefined ? "Check the names." : `Check the names. To see private ones, the key needs ${hidden}.`,
  chooseName: ({ names }) =>
    names.length === 0 ? "Check the name." : `Choose one of these: ${names.map(shownName).join(", ")}.`,
  chooseAnotherName: () => "Choose another name.",
  checkAddress: ({ of, unchanged }, isAtHub) =>
    `Check ${address[of](place(isAtHub))}.${unchanged === undefined ? "" : " If it is right, the provider has changed."}`,
  setAddress: ({ of }, isAtHub) => `Change ${address[of](place(isAtHub))} to the new one.`,
  writeAddress: () => "Enter an address such as https://api.provider.example/v1.",
  writeEndpoint: ({ style }) =>
    ({
      "leading-slash": "Begin the path with a slash.",
      "no-leading-slash": "Begin the path without a slash.",
      either: "Enter a path below the base address."
    })[style],
  leaveOut: ({ what }) =>
    what === "key" ? "Leave the key out: it is added to every request." : "Leave the header out.",
  connect: (_, isAtHub) => `Connect an account ${place(isAtHub)}.`,
  enterKey: (_, isAtHub) => `Enter the key again ${place(isAtHub)}.`,
  checkKey: (_, isAtHub) => `Check the key ${place(isAtHub)}.`,
  renewKey: (_, isAtHub) => `Create a new key at the provider, and enter it ${place(isAtHub)}.`,
  signInAgain: (_, isAtHub) => `Sign in again ${place(isAtHub)}.`,
  checkApp: ({ turnOn }) =>
    turnOn === true
      ? "Turn on this way to sign in, in the app's settings at the provider."
      : "Check the app's settings at the provider.",
  grant: ({ needs }) => `Give the key this right at the provider: ${needs}.`,
  ask: ({ whom: one, needs }) => `Ask ${whom[one]}${needs === undefined ? "" : ` for this right: ${needs}`}.`,
  changeSetting: ({ of }) => `Change its settings at the provider: ${of}.`,
  useAnotherAccount: () => "Use another account.",
  buyCredits: () => "Buy credits, or wait for new ones.",
  raiseCap: ({ cap }, isAtHub) =>
    `Raise the cap ${place(isAtHub)}, or ${cap === "run" ? `restart ${isAtHub === true ? "the hub" : "the browser"}` : "wait until 00:00 UTC"}.`,
  statePrice: (_, isAtHub) => `Enter the lookup's price ${place(isAtHub)}, or clear the cap.`,
  agreeToPrice: () => "Look again to see the price.",
  settleCharge: () => "Check the provider's credit log, then record the charge, or choose to ask again.",
  buyAgain: () => "Asking again costs again.",
  checkCharge: () => "It may have been charged: check the provider's credit log before you ask again.",
  lookFirst: ({ at = "what it would have changed" }) => `It may have been done: check ${at} before you repeat it.`,
  retry: ({ afterSeconds, checking, orSee }) =>
    [
      checking === "network" ? "Check the network, then try again" : "Try again",
      afterSeconds === undefined ? "" : ` in ${seconds(afterSeconds)}`,
      orSee === undefined ? "." : ". If that does not help, check the provider's status page."
    ].join(""),
  readAgain: () => "Check the current state, then try again.",
  changeState: () => "Change its state first.",
  askForLess: () => "Ask for less at a time.",
  readAnswer: () => "Ask the provider's support about this answer.",
  repairStorage: () => "Free some disk space and restart the browser.",
  read: ({ text }) => text
}

/** What certainly did not happen. */
export const nothingWas = {
  sent: "Nothing was sent.",
  sentNow: "Nothing was sent now.",
  changed: "Nothing was changed.",
  stored: "Nothing was stored."
}
