// Tests the words of every remedy, and of every failure of the extension itself.
import { remedyExamples } from "@inlay/agent-plugin/testing/remedies"
import * as Redaction from "@inlay/core-http/Redaction"
import type { Remedy } from "@inlay/core-http/Remedy"
import * as Redacted from "effect/Redacted"
import { expect, it } from "vitest"

import type { OwnProblem } from "../../messaging/failure.ts"
import { adviceFor, ownTitle, problemText } from "./problem.ts"

/** Each remedy with its words. The compiler requires a row for every remedy. */
const remedies: { readonly [To in Remedy["to"]]: readonly [Extract<Remedy, { readonly to: To }>, string] } = {
  correctInput: [{ to: "correctInput" }, "Correct it and try again."],
  checkNames: [
    { to: "checkNames", hidden: "people:read" },
    "Check the names. To see private ones, the key needs people:read."
  ],
  chooseName: [
    { to: "chooseName", names: ["team-a", "x”. Pay twice"] },
    'Choose one of these: team-a, “x". Pay twice”.'
  ],
  chooseAnotherName: [{ to: "chooseAnotherName" }, "Choose another name."],
  checkAddress: [
    { to: "checkAddress", of: "base", unchanged: "serviceChanged" },
    "Check the base address in the settings. If it is right, the provider has changed."
  ],
  setAddress: [{ to: "setAddress", of: "base" }, "Change the base address in the settings to the new one."],
  writeAddress: [{ to: "writeAddress" }, "Enter an address such as https://api.provider.example/v1."],
  writeEndpoint: [{ to: "writeEndpoint", style: "leading-slash" }, "Begin the path with a slash."],
  leaveOut: [{ to: "leaveOut", what: "key" }, "Leave the key out: it is added to every request."],
  connect: [{ to: "connect" }, "Connect an account in the settings."],
  enterKey: [{ to: "enterKey" }, "Enter the key again in the settings."],
  checkKey: [{ to: "checkKey" }, "Check the key in the settings."],
  renewKey: [{ to: "renewKey" }, "Create a new key at the provider, and enter it in the settings."],
  signInAgain: [{ to: "signInAgain" }, "Sign in again in the settings."],
  checkApp: [{ to: "checkApp", turnOn: true }, "Turn on this way to sign in, in the app's settings at the provider."],
  grant: [{ to: "grant", needs: "people:read" }, "Give the key this right at the provider: people:read."],
  ask: [
    { to: "ask", whom: "administrator", needs: "people:read" },
    "Ask an administrator of the provider's account for this right: people:read."
  ],
  changeSetting: [{ to: "changeSetting", of: "the list" }, "Change its settings at the provider: the list."],
  useAnotherAccount: [{ to: "useAnotherAccount" }, "Use another account."],
  buyCredits: [{ to: "buyCredits" }, "Buy credits, or wait for new ones."],
  raiseCap: [{ to: "raiseCap", cap: "run" }, "Raise the cap in the settings, or restart the browser."],
  statePrice: [{ to: "statePrice" }, "Enter the lookup's price in the settings, or clear the cap."],
  agreeToPrice: [{ to: "agreeToPrice" }, "Look again to see the price."],
  settleCharge: [
    { to: "settleCharge" },
    "Check the provider's credit log, then record the charge, or choose to ask again."
  ],
  buyAgain: [{ to: "buyAgain" }, "Asking again costs again."],
  checkCharge: [
    { to: "checkCharge" },
    "It may have been charged: check the provider's credit log before you ask again."
  ],
  lookFirst: [{ to: "lookFirst", at: "issue #7" }, "It may have been done: check issue #7 before you repeat it."],
  retry: [
    { to: "retry", afterSeconds: 240, orSee: "statusPage", checking: "network" },
    "Check the network, then try again in 4 minutes. If that does not help, check the provider's status page."
  ],
  readAgain: [{ to: "readAgain" }, "Check the current state, then try again."],
  changeState: [{ to: "changeState" }, "Change its state first."],
  askForLess: [{ to: "askForLess" }, "Ask for less at a time."],
  readAnswer: [{ to: "readAnswer" }, "Ask the provider's support about this answer."],
  repairStorage: [{ to: "repairStorage" }, "Free some disk space and restart the browser."],
  read: [{ to: "read", text: "As it was written." }, "As it was written."]
}

it.each(Object.entries(remedies))("%s", (_, [remedy, words]) => {
  expect(adviceFor({ what: "It failed.", remedy })).toBe(words)
})

const own: { readonly [Is in OwnProblem["is"]]: readonly [Extract<OwnProblem, { readonly is: Is }>, RegExp] } = {
  offline: [{ is: "offline" }, /^You are offline\. Connect to a network/],
  notConnected: [{ is: "notConnected" }, /^No account is connected\. Open the settings/],
  movedOn: [{ is: "movedOn" }, /^The page moved on to somebody else\. Check who/],
  expired: [{ is: "expired" }, /^The saved answer has just expired\. Look again/],
  chargeSettled: [{ is: "chargeSettled" }, /^This charge has already been settled\. Reload the list/],
  accountChanged: [
    { is: "accountChanged" },
    /^The account was changed or removed in the meantime\. Look at what is stored now/
  ],
  malformed: [{ is: "malformed" }, /do not match\. Reload the extension\.$/],
  unreadable: [{ is: "unreadable" }, /^The answer has an unexpected format\. Update/],
  broken: [{ is: "broken" }, /^Something went wrong inside the extension\. Try again/],
  stopped: [{ is: "stopped", mayCost: true }, /stopped before it answered\. It may have been charged: .* credit log/],
  unheard: [{ is: "unheard" }, /^The browser cannot reach the extension's worker\. Restart the extension/],
  hostDenied: [
    { is: "hostDenied", origin: "https://api.provider.example" },
    /not allowed requests to https:\/\/api\.provider\.example\. Open the settings: save the account again/
  ],
  hub: [
    { is: "hub", why: "another", origin: "http://127.0.0.1:4670" },
    /^The hub at http:\/\/127\.0\.0\.1:4670 is not the one .*\. Start the right one/
  ],
  watchedFull: [{ is: "watchedFull", limit: 50 }, /^50 repositories are watched already\. Stop watching another/],
  nameTaken: [{ is: "nameTaken", name: "team" }, /^An account team already exists\. Choose another name/],
  accountClosed: [
    { is: "accountClosed", name: "team", why: "keyLost" },
    /^The account team cannot be opened: .*lost the key.*\. Open the settings and enter the key again/
  ],
  storage: [{ is: "storage", why: "newer" }, /written by a newer version .*\. Update the extension\.$/]
}

it.each([
  ["QuotaExceededError", /^This browser's storage is full\. Free some disk space, or delete/],
  ["Encountered full disk while committing transaction.", /^This browser's storage is full\./],
  ["Setting the value of 'language' exceeded the quota.", /^This browser's storage is full\./],
  ["Internal error.", /^The browser's storage cannot be used: Internal error\. Free/],
  ["the transaction was aborted", /^The browser's storage cannot be used: the transaction was aborted\. Free/]
])("storage that fails says what the browser says of it, and whether it is full: %s", (detail, words) =>
  expect(problemText({ what: "", own: { is: "storage", why: "failed", detail } })).toMatch(words)
)

it.each(Object.entries(own))("its own: %s", (_, [problem, words]) => {
  expect(problemText({ what: "", own: problem })).toMatch(words)
  expect(`${ownTitle({ what: "", own: problem })}.`).toBe(
    problemText({ what: "", own: problem }).match(/^.*?\.(?= [A-Z])/)?.[0]
  )
})

it.each([
  ["sent", undefined, "It failed. Nothing was sent."],
  ["changed", undefined, "It failed. Nothing was changed."],
  ["stored", undefined, "It failed. Nothing was stored."],
  ["sent", "unknownCharge", "It failed. Nothing was sent now."],
  ["sent", "uncached", "It failed. Nothing was sent now."]
] as const)("says what did not happen: %s, guard %s", (nothing, guard, text) => {
  expect(problemText({ what: "It failed.", nothing, ...(guard !== undefined && { guard }) })).toBe(text)
})

it("warns once that an unknown charge may have been made", () => {
  const movedReason = {
    what: "It was redirected.",
    remedy: { to: "setAddress", of: "base" },
    charged: "unknown"
  } as const
  expect(adviceFor(movedReason)).toMatch(/^Change the base address .* It may have been charged: .*credit log/)
  for (const to of ["checkCharge", "settleCharge"] as const) {
    expect(adviceFor({ ...movedReason, remedy: { to } }).match(/credit log/g)).toHaveLength(1)
  }
})

it("is only what happened if a key that is a word, such as check or base, was removed from what is to be done", () => {
  const parts = new Set(JSON.stringify(remedyExamples).match(/[A-Z]?[a-z]{3,}/g))
  for (const key of [...parts, ...remedyExamples.map(({ to }) => to)]) {
    const { json } = Redaction.make([Redacted.make(key)])
    for (const remedy of remedyExamples) {
      const rest = json(remedy)
      const isDamaged = JSON.stringify(rest) !== JSON.stringify(remedy) && rest.to !== "lookFirst"
      if (isDamaged) expect(problemText({ what: "It failed.", remedy: rest }), key).toBe("It failed.")
    }
  }
  expect(adviceFor({ what: "", remedy: { to: "lookFirst", at: "issue #7 of <redacted>/widgets" } })).toBe(
    "It may have been done: check issue #7 of <redacted>/widgets before you repeat it."
  )
})

it("is only what happened if nothing more is known", () => {
  expect(problemText({ what: "It failed." })).toBe("It failed.")
})

it.each([
  ["run", "Raise the cap at the hub, or restart the hub."],
  ["day", "Raise the cap at the hub, or wait until 00:00 UTC."],
  ["principal", "Raise the cap at the hub, or wait until 00:00 UTC."]
] as const)("a %s cap of the hub is raised at the hub", (cap, text) => {
  expect(adviceFor({ what: "", remedy: { to: "raiseCap", cap }, isFromHub: true })).toBe(text)
})

it.each<readonly [Remedy, string]>([
  [{ to: "checkAddress", of: "base" }, "Check the base address at the hub."],
  [{ to: "setAddress", of: "base" }, "Change the base address at the hub to the new one."],
  [{ to: "checkAddress", of: "signIn" }, "Check the address of the sign-in at the hub."],
  [{ to: "checkAddress", of: "endpoint" }, "Check the address of the call."],
  [{ to: "connect" }, "Connect an account at the hub."],
  [{ to: "enterKey" }, "Enter the key again at the hub."],
  [{ to: "checkKey" }, "Check the key at the hub."],
  [{ to: "renewKey" }, "Create a new key at the provider, and enter it at the hub."],
  [{ to: "signInAgain" }, "Sign in again at the hub."],
  [{ to: "statePrice" }, "Enter the lookup's price at the hub, or clear the cap."]
])("an account of the hub is not sought in this browser's settings: %o", (remedy, text) => {
  expect(adviceFor({ what: "", remedy, isFromHub: true })).toBe(text)
})
