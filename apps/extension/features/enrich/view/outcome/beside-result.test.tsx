// @vitest-environment happy-dom
// What a record's own requests show when they fail: one sentence, and one button that repeats the request.
import { cleanup, fireEvent, screen } from "@testing-library/preact"
import { afterEach, describe, expect, it } from "vitest"

import { errors } from "../../../../tests/samples/failures.ts"
import { price } from "../../../../tests/samples/subjects.ts"
import { show } from "../../../../tests/show-stage.tsx"

afterEach(cleanup)

describe("the company of a person", () => {
  it("can be asked for again after a failure, and shows its price again before it is bought", async () => {
    const over: Record<string, unknown> = { employer: { state: "failed", error: errors.unavailable } }
    show("match", true, over)
    expect((await screen.findByRole("alert")).textContent).toMatch(/provider failed \(503\)/)
    over["employer"] = { state: "ready", price }
    fireEvent.click(screen.getByRole("button", { name: "Try again" }))
    await screen.findByRole("button", { name: "Enrich company · 2 credits" })
    expect(screen.queryByRole("alert")).toBeNull()
  })

  it("leads to the settings if the account's key was rejected", async () => {
    const { onSettings } = show("match", true, { employer: { state: "failed", error: errors.unauthorized } })
    fireEvent.click(await screen.findByRole("button", { name: "Check the key" }))
    expect(onSettings).toHaveBeenCalledOnce()
  })
})

describe("a people search", () => {
  it("reads its price again after a failure, and keeps the criteria", async () => {
    const over: Record<string, unknown> = { peoplePrice: errors.unavailable }
    show("match", true, over)
    fireEvent.click(screen.getByRole("button", { name: "More ▾" }))
    fireEvent.click(screen.getByRole("button", { name: "Similar people" }))
    expect((await screen.findByRole("alert")).textContent).toMatch(/provider failed \(503\)/)
    expect(screen.queryByRole("button", { name: /^Search/ })).toBeNull()
    fireEvent.input(screen.getByLabelText("Department"), { target: { value: "Sales" } })
    over["peoplePrice"] = price
    fireEvent.click(screen.getByRole("button", { name: "Try again" }))
    await screen.findByRole("button", { name: "Search · Costs up to 2 credits" })
    expect(screen.queryByRole("alert")).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>("Department").value).toBe("Sales")
  })
})
