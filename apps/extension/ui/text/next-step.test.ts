import { expect, it } from "vitest"

import { errors } from "../../tests/samples/failures.ts"
import { nextStep } from "./next-step.ts"
import { problemText } from "./problem.ts"

it("mentions the credit log once", () => {
  for (const error of [errors.unknownCharge, errors.failedCharge]) {
    const { title, text } = nextStep(error, true)
    expect([title, ...text].join(" ").match(/credit log/g)).toHaveLength(1)
  }
})

it("names a right that is missing once", () => {
  const ask = { to: "ask", whom: "administrator", needs: "the role Viewer" } as const
  const error = { ...errors.unauthorized, reason: "Forbidden", needs: "the role Viewer" } as const
  for (const remedy of [ask, { to: "checkNames" } as const]) {
    expect(
      nextStep({ ...error, remedy }, true)
        .text.join(" ")
        .match(/the role Viewer/g)
    ).toHaveLength(1)
  }
})

it("does not repeat the heading of the extension's own error below it", () => {
  for (const error of [errors.movedOn, errors.expired, errors.keyLost, errors.hostDenied, errors.notConnectedAnyMore]) {
    const { title, text } = nextStep(error, true)
    expect(`${title}. ${text.join(" ")}`).toContain(problemText(error))
  }
})

it("links to the settings if the account is missing, judged by the error's facts and not its text", () => {
  const missing = {
    ...errors.unauthorized,
    operation: "accounts",
    what: "No account is there.",
    remedy: { to: "connect" }
  } as const
  expect(nextStep(missing, true)).toMatchObject({
    title: "The stored account cannot be opened",
    text: ["No account is there. Connect an account in the settings."],
    does: "options"
  })
})

it.each([
  { reason: "Unauthorized", remedy: { to: "signInAgain" } },
  { reason: "Forbidden", remedy: { to: "ask", whom: "owner" } },
  { reason: "Refused", guard: "cap", remedy: { to: "raiseCap", cap: "day" } },
  { reason: "Invalid", operation: "connect", remedy: { to: "checkAddress", of: "base" } }
] as const)("does not lead to this browser's settings if those of the hub are to be changed: %o", (error) => {
  expect(nextStep({ ...error, what: "It was refused." }, true).does).toBe("options")
  expect(nextStep({ ...error, what: "It was refused.", isFromHub: true }, true)).toMatchObject({
    label: "Try again",
    does: "look"
  })
})

it("offers a restart if the browser delivers no message to the worker", () => {
  const unheard = { reason: "Unavailable", what: "" } as const
  expect(nextStep({ ...unheard, own: { is: "unheard" } }, true)).toMatchObject({
    title: "The browser cannot reach the extension's worker",
    label: "Restart the extension",
    does: "restart"
  })
})
