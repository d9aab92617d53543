/** What went wrong, as a heading; the sentence under it is the error’s own message. */
export const failure = {
  title: {
    Unauthorized: "The provider refused the key",
    Forbidden: "The key may not do this",
    NotFound: "Not found",
    Conflict: "The page moved on",
    Invalid: "This page’s address does not work",
    RateLimited: "Too many requests",
    QuotaExhausted: "No credits left",
    Refused: "Stopped before anything was sent",
    Unavailable: "The provider has a problem",
    Timeout: "No answer in time",
    Transport: "The provider was not reached",
    Decode: "The answer could not be read"
  },
  offline: "You are offline",
  unknownTitle: "No answer, and perhaps a charge",
  unknown: "Look at the provider’s credit log before you ask again.",
  resets: (when: string) => `New credits from ${when}.`,
  needs: (right: string) => `Needed: ${right}.`,
  checkKey: "Check the key",
  openSettings: "Open settings",
  tryAgain: "Try again",
  tryAgainIn: (seconds: number) => `Try again in ${seconds} s`,
  lookHere: "Look at this page instead",
  lookAgain: "See where it stands"
} as const
