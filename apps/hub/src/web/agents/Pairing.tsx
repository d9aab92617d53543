/** Pairing a browser: a code is shown until a browser has used it, or it has ended. */
import { Button } from "@inlay/ui/Button"
import { Notice } from "@inlay/ui/Notice"
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useState } from "preact/hooks"

import { get } from "../api/client.ts"
import type { PairingCode, Token, TokenList } from "../api/types.ts"
import { Copyable } from "../shared/Copyable.tsx"
import { Time } from "../shared/Time.tsx"
import { PairingForm } from "./PairingForm.tsx"
import { pairing as words } from "./words.ts"

const LOOK_MILLIS = 1_500

/** The browser that has used the code. Another code may be used meanwhile, in another console. */
const browserOf = async ({ tokenId }: PairingCode): Promise<Token | undefined> => {
  const answer = await get<TokenList>("/api/tokens")
  return answer.ok ? answer.value.tokens.find(({ id }) => id === tokenId) : undefined
}

/** Looks for the browser that uses the code, while the code serves. */
const usePaired = (code: PairingCode | undefined, onPaired: (browser: Token) => void, onEnd: () => void): void => {
  useEffect(() => {
    if (code === undefined) return
    const over = new AbortController()
    const { signal } = over
    const watch = async () => {
      for (;;) {
        const browser = await browserOf(code)
        if (signal.aborted) return
        if (browser !== undefined) return onPaired(browser)
        if (Date.parse(code.expiresAt) <= Date.now()) return onEnd()
        await new Promise((wake) => setTimeout(wake, LOOK_MILLIS))
        if (signal.aborted) return
      }
    }
    void watch()
    return () => over.abort()
  }, [code])
}

type State =
  | { readonly at: "rest" | "form" | "ended" }
  | { readonly at: "code"; readonly code: PairingCode }
  | { readonly at: "paired"; readonly browser: Token }

export const Pairing = (props: {
  /** Ids of browsers that were revoked, which are not said to be paired. */
  readonly revoked: ReadonlyArray<string>
  readonly onPaired: () => void
}) => {
  const [state, setState] = useState<State>({ at: "rest" })
  usePaired(
    state.at === "code" ? state.code : undefined,
    (browser) => {
      setState({ at: "paired", browser })
      props.onPaired()
    },
    () => setState({ at: "ended" })
  )
  return (
    <section class="panel" aria-labelledby="pairing">
      <div class="panel-head">
        <h2 id="pairing">{words.title}</h2>
        {state.at !== "form" && (
          <Button onClick={() => setState({ at: "form" })}>{state.at === "rest" ? words.start : words.another}</Button>
        )}
      </div>
      <p class="lead">{words.lead}</p>
      {state.at === "form" && (
        <PairingForm onCode={(code) => setState({ at: "code", code })} onClose={() => setState({ at: "rest" })} />
      )}
      {state.at === "code" && (
        <div class="stack">
          <p>{words.enter}</p>
          <Copyable text={location.origin} label={words.address} />
          <Copyable text={state.code.code} label={words.code} />
          <p class="quiet small">
            {words.until} <Time at={state.code.expiresAt} />.
          </p>
        </div>
      )}
      <div role="status">
        {state.at === "paired" && !props.revoked.includes(state.browser.id) && (
          <Notice tone="good">{words.paired(visible(state.browser.name))}</Notice>
        )}
        {state.at === "ended" && <Notice tone="neutral">{words.ended}</Notice>}
      </div>
    </section>
  )
}
