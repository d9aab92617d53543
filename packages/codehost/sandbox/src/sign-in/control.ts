// Control actions that approve or deny sign-ins in place of a person, and list sign-ins.

import type { JsonObject } from "@inlay/sandbox-kit/json"
import { type Answer, jsonAnswer } from "@inlay/sandbox-kit/wire"

import { findAccount } from "../accounts/accounts.ts"
import type { SandboxState } from "../state.ts"

const bad = (message: string): Answer => jsonAnswer(400, { message })

const decide =
  (decision: "approved" | "denied") =>
  ({ signIn, world }: SandboxState, { login = "mona", user_code: code }: JsonObject): Answer => {
    const request = typeof code === "string" ? signIn.device.find(code) : undefined
    if (request === undefined) return bad("user_code must be one that waits for a decision")
    if (typeof login !== "string" || findAccount(world, login)?.type !== "User") return bad("login must be a person's")
    signIn.device.decide(request, decision, login)
    return jsonAnswer(200, { user_code: request.userCode, decision, scopes: request.scopes })
  }

const setInterval = ({ signIn }: SandboxState, { seconds }: JsonObject): Answer => {
  if (typeof seconds !== "number" || !(seconds >= 0 && seconds <= 3600)) return bad("seconds must be from 0 to 3600")
  signIn.device.setInterval(seconds)
  return jsonAnswer(200, { intervalSeconds: seconds })
}

export const signInReads: Readonly<Record<string, (state: SandboxState) => Answer>> = {
  "/device": ({ signIn }) =>
    jsonAnswer(200, {
      pending: signIn.device.pending().map(({ app, scopes, userCode }) => ({
        user_code: userCode,
        client_id: app.clientId,
        scopes
      }))
    }),
  "/refreshes": ({ signIn }) => {
    const items = signIn.tokens.refreshes()
    return jsonAnswer(200, {
      total: items.length,
      renewed: items.filter(({ outcome }) => outcome === "renewed").length,
      items
    })
  }
}

export const signInWrites: Readonly<Record<string, (state: SandboxState, body: JsonObject) => Answer>> = {
  "/device/approve": decide("approved"),
  "/device/deny": decide("denied"),
  "/device/interval": setInterval
}
