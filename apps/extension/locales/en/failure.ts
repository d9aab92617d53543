/** Failures that the provider answered or the spending path caused: a heading, and one or two sentences. */
export { ownFailure } from "./own-failure.ts"
export { nothingWas, remedy } from "./remedy.ts"

export const failure = {
  /** Headings for failures that the provider answered or the spending path caused. */
  title: {
    Unauthorized: "The provider refused the key",
    Forbidden: "The key may not do this",
    NotFound: "Not found",
    Conflict: "The provider reported a conflict",
    Invalid: "The provider rejected the request",
    RateLimited: "Too many requests",
    QuotaExhausted: "No credits left",
    Refused: "Stopped before anything was sent",
    Unavailable: "The provider has a problem",
    Timeout: "No answer in time",
    Transport: "The provider was not reached",
    Decode: "The answer could not be read"
  },
  guard: {
    endpoint: "Stopped before anything was sent",
    header: "Stopped before anything was sent",
    baseAddress: "The base address does not work",
    redirect: "The provider redirected the request",
    cap: "Stopped by the spending cap",
    price: "It costs more now",
    unknownCharge: "An earlier lookup got no answer",
    uncached: "Bought before, but not saved",
    ledger: "The browser's storage does not work",
    readOnly: "This account is read-only",
    restriction: "Not allowed for this account",
    vault: "The stored account cannot be opened",
    signIn: "The sign-in was stopped",
    declined: "Not approved"
  },
  /** What happened, in the English of whichever service failed; `_title` names the kind of failure in this language. */
  what: (english: string, _title: string) => english,
  /** The same, if the kind of failure is unknown. */
  sentence: (english: string): string => english,
  settings: "The account's settings do not work",
  address: "This page's address cannot be used",
  unusableKey: "The key cannot be sent",
  offline: "You are offline",
  unknownTitle: "No result, but perhaps a charge",
  openTitle: "No answer, but it may have been done",

  resets: (when: string) => `New credits from ${when}.`,
  needs: (right: string) => `Needed: ${right}.`,
  checkKey: "Check the key",
  openSettings: "Open settings",
  tryAgain: "Try again",
  section: (name: string, why: string | null) =>
    `The section ${name} could not be shown${why === null ? "" : `: ${why}`}.`,
  restart: "Restart the extension",
  tryAgainIn: (seconds: number) => `Try again in ${seconds} s`,
  lookHere: "Check this page",
  lookAgain: "Check the current state"
}
