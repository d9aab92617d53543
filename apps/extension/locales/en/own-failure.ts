/** What the extension itself says: what happened, as a heading and as the first sentence, and what to do about it. */
const ownText = {
  offline: ["You are offline; nothing was sent", "Connect to a network and try again."],
  notConnected: ["No account is connected", "Open the options and connect one."],
  movedOn: ["The page moved on to somebody else", "Nothing was sent. Look at who is in the page now, and ask again."],
  expired: ["The saved answer has just expired", "Nothing was sent. Look again to see what asking would cost."],
  chargeSettled: ["This charge is settled already", "Nothing was changed or sent. Look at the list as it stands now."],
  malformed: ["The request is malformed", "Nothing was sent. Reload the extension."],
  broken: ["Something went wrong inside the extension", "Try again; if it stays, reload the extension."]
} as const

export const ownFailure = {
  own: ownText,
  hostDenied: (origin: string) =>
    [
      `The browser has not allowed requests to ${origin}`,
      "Nothing was sent. Open the options and save again to allow it."
    ] as const,
  accountClosed: (name: string, why: string) =>
    [
      `The account ${name} cannot be opened: ${why}`,
      "Open the options and enter the key again, or remove the account."
    ] as const,
  storage: (why: string) =>
    [
      `The browser’s storage cannot be used: ${why}`,
      "Nothing was sent. Free some disk space and restart the browser."
    ] as const,
  unreadable: ["The answer has another shape than it should.", "Update the extension."],
  nameTaken: (name: string) => [`There is an account ${name} already`, "Choose another name."] as const,

  /** Why a stored account does not open. */
  closed: {
    keyLost: "this browser has lost the key that protects its secrets",
    secretUnreadable: "its key was changed or damaged in this browser’s storage",
    recordUnreadable: "it was damaged in this browser’s storage"
  },
  /** Why the database does not open. */
  newerDatabase: "a newer version of the extension has written the database; update the extension",
  blockedDatabase: "another version of the extension still has the database open",

  /** What to do, where a page says it in other words than a command line. */
  advice: {
    account: "Nothing was sent. Open the options, enter the key again and save.",
    cap: {
      day: "Nothing was sent. Raise the cap in the settings, or wait until 00:00 UTC.",
      run: "Nothing was sent. Raise the cap in the settings, or restart the browser.",
      unpriced: "Nothing was sent. Enter the lookup’s price in the settings, or clear the cap."
    },
    undecided:
      "Nothing was sent now. Look at the provider’s credit log, then say what became of it, or choose to ask again.",
    ledger: "Nothing was sent. Free some disk space and restart the browser."
  }
} as const
