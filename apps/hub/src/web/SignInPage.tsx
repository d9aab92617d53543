/** Trades a single-use sign-in link for the session cookie. Without a link, explains how to get one. */
import { Mark } from "@inlay/ui/Icon"
import { ProblemNotice } from "@inlay/ui/Notice"
import { useEffect, useState } from "preact/hooks"

import { post } from "./api/client.ts"
import { Copyable } from "./shared/Copyable.tsx"
import { Loading } from "./shared/Loading.tsx"
import { signIn as words } from "./words.ts"

const COMMAND = "inlay console"

export const SignInPage = (props: {
  readonly isLink: boolean
  /** Called once this browser is signed in: by this page, or by one in another tab. */
  readonly onSignedIn: () => void
}) => {
  const [link] = useState(() => (props.isLink ? location.hash.slice(1) : ""))
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    document.title = `${words.title} · Inlay`
    // If it takes the place of the console, what had the focus is gone.
    document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true })
    const tabs = new BroadcastChannel("inlay-sign-in")
    tabs.addEventListener("message", props.onSignedIn)
    const leave = () => tabs.close()
    if (link === "") return leave
    // Keeps the single-use link out of the browser's history.
    history.replaceState(null, "", "/sign-in")
    const open = async () => {
      const answer = await post("/api/session", { link })
      // The page itself says what to do then.
      if (!answer.ok) return setProblem(answer.error.what ?? answer.error.message)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is limited to one origin
      tabs.postMessage("signed in")
      props.onSignedIn()
    }
    void open()
    return leave
  }, [])
  if (link !== "" && problem === undefined) {
    return (
      <main class="alone" tabIndex={-1} aria-label={words.title}>
        <Loading text={words.signingIn} />
      </main>
    )
  }
  return (
    <main class="alone" tabIndex={-1} aria-label={words.title}>
      <div class="panel">
        <Mark size={40} />
        <h1>{words.title}</h1>
        <ProblemNotice text={problem} />
        <p>{words.how}</p>
        <Copyable text={COMMAND} label={words.command} />
        <p class="quiet small">{words.why}</p>
      </div>
    </main>
  )
}
