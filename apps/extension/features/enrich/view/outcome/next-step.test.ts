import { expect, it } from "vitest"

import { errors } from "../../../../tests/samples.ts"
import { nextStep } from "./next-step.ts"

it("points at the credit log once, whoever says it", () => {
  const said = { ...errors.unknownCharge, message: "No answer came. Look at the provider's credit log first." }
  for (const error of [errors.unknownCharge, said]) {
    expect(
      nextStep(error, true)
        .text.join(" ")
        .match(/credit log/g)
    ).toHaveLength(1)
  }
})

it("says nothing twice: what an error of the extension heads is not repeated under it", () => {
  for (const error of [errors.movedOn, errors.expired, errors.keyLost, errors.hostDenied, errors.notConnectedAnyMore]) {
    const { title, text } = nextStep(error, true)
    expect(`${title}. ${text.join(" ")}`).toBe(error.message)
  }
})

it("leads to the settings where the account is missing, by the fact and not by the words", () => {
  const missing = {
    ...errors.unauthorized,
    operation: "accounts",
    message: "No account is there. Connect one.",
    what: "No account is there.",
    fix: "Connect one."
  }
  expect(nextStep(missing, true)).toMatchObject({
    title: "The stored account cannot be opened",
    text: ["No account is there. Connect one."],
    does: "options"
  })
})
