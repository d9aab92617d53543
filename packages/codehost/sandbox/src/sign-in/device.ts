// The device flow: a device code, a user code, and polling until the person has decided.
// Source: https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps#device-flow, RFC 8628

import { randomBytes, randomInt } from "node:crypto"

import type { App } from "./apps.ts"

export type Decision = "pending" | "approved" | "denied"

export interface DeviceSignIn {
  readonly app: App
  readonly deviceCode: string
  readonly userCode: string
  readonly scopes: ReadonlyArray<string>
  readonly expiresAtMillis: number
  intervalSeconds: number
  lastPollMillis: number | null
  decision: Decision
  /** The account that approved. */
  login: string | null
}

export type PollError =
  | "authorization_pending"
  | "slow_down"
  | "expired_token"
  | "access_denied"
  | "incorrect_device_code"

export type Poll =
  | { readonly error: PollError; readonly intervalSeconds: number }
  | { readonly signIn: DeviceSignIn; readonly login: string }

export const expiresInSeconds = 900
const usualIntervalSeconds = 5

// No vowels and no ambiguous digits, so that codes contain no words and cannot be misread.
const letters = "BCDFGHJKLMNPQRSTVWXZ23456789"

const userCode = (): string => {
  const four = (): string => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("")
  return `${four()}-${four()}`
}

const plain = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "")

export interface DeviceFlow {
  readonly begin: (app: App, scopes: ReadonlyArray<string>) => DeviceSignIn
  readonly poll: (app: App, deviceCode: string) => Poll
  /** Finds a pending sign-in by its user code, ignoring case and separators. */
  readonly find: (code: string) => DeviceSignIn | undefined
  readonly decide: (signIn: DeviceSignIn, decision: "approved" | "denied", login: string) => void
  readonly pending: () => ReadonlyArray<DeviceSignIn>
  /** Sets the polling interval of future sign-ins, in seconds, for tests that cannot wait. */
  readonly setInterval: (seconds: number) => void
  readonly reset: () => void
}

export const makeDeviceFlow = (now: () => number): DeviceFlow => {
  const signIns = new Map<string, DeviceSignIn>()
  let intervalSeconds = usualIntervalSeconds
  const isOpen = ({ decision, expiresAtMillis }: DeviceSignIn): boolean =>
    decision === "pending" && expiresAtMillis > now()
  const pending = (): ReadonlyArray<DeviceSignIn> => [...signIns.values()].filter(isOpen)

  return {
    pending,
    begin: (app, scopes) => {
      const signIn: DeviceSignIn = {
        app,
        scopes,
        deviceCode: randomBytes(20).toString("hex"),
        userCode: userCode(),
        expiresAtMillis: now() + expiresInSeconds * 1000,
        intervalSeconds,
        lastPollMillis: null,
        decision: "pending",
        login: null
      }
      signIns.set(signIn.deviceCode, signIn)
      return signIn
    },
    poll: (app, deviceCode) => {
      const signIn = signIns.get(deviceCode)
      if (signIn === undefined || signIn.app !== app) return { error: "incorrect_device_code", intervalSeconds }
      const fail = (error: PollError): Poll => ({ error, intervalSeconds: signIn.intervalSeconds })
      if (signIn.expiresAtMillis <= now()) return fail("expired_token")
      // Polling too fast is refused even if the person has already decided.
      const since = signIn.lastPollMillis === null ? Infinity : now() - signIn.lastPollMillis
      signIn.lastPollMillis = now()
      if (since < signIn.intervalSeconds * 1000) {
        signIn.intervalSeconds += 5
        return fail("slow_down")
      }
      if (signIn.decision === "denied") return fail("access_denied")
      if (signIn.login === null) return fail("authorization_pending")
      signIns.delete(deviceCode)
      return { signIn, login: signIn.login }
    },
    find: (code) => pending().find((signIn) => plain(signIn.userCode) === plain(code)),
    decide: (signIn, decision, login) => {
      signIn.decision = decision
      if (decision === "approved") signIn.login = login
    },
    setInterval: (seconds) => {
      intervalSeconds = seconds
    },
    reset: () => {
      signIns.clear()
      intervalSeconds = usualIntervalSeconds
    }
  }
}
