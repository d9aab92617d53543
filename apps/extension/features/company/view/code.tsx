/**
 * The company's organisation at the code host. It is looked up only by a click, because the code host learns the
 * company's name.
 */
import { Button } from "@inlay/ui/Button"
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useState } from "preact/hooks"

import { company as words } from "../../../locales/company.ts"
import type { Send } from "../../../messaging/client.ts"
import type { Failure } from "../../../messaging/failure.ts"
import { nameAtHub, wayOf } from "../../../messaging/way.ts"
import { LinkedName } from "../../../ui/LinkedName.tsx"
import { mend } from "../../../ui/mend.ts"
import { age } from "../../../ui/text/moment.ts"
import { problemText } from "../../../ui/text/problem.ts"
import { allow, codeAccounts, findOrganisation, isRefused, nameOf, refuse, type Organisation } from "../code.ts"

type State =
  | { readonly at: "rest" | "asking" | "none" | "refused" }
  | { readonly at: "failed"; readonly error: Failure }
  | { readonly at: "found"; readonly of: Organisation }

const Found = ({ of, now }: { readonly of: Organisation; readonly now: number }) => {
  return (
    <p class="company-code">
      <LinkedName name={visible(words.repositories(of.login, of.repositories))} address={of.url} />
      <span class="small quiet">
        {visible(
          [...of.languages.slice(0, 2), ...(of.pushedAt === null ? [] : [words.pushed(age(of.pushedAt, now))])].join(
            " · "
          )
        )}
      </span>
    </p>
  )
}

export const Code = (props: {
  readonly send: Send
  readonly domain: string
  readonly now: number
  readonly onSettings: () => void
  /** Called when the code host has been sent the company's name. */
  readonly onSent: () => void
}) => {
  const { send, domain, now, onSettings, onSent } = props
  const [account, setAccount] = useState<string>()
  const [state, setState] = useState<State>(() => ({ at: isRefused(domain) ? "refused" : "rest" }))
  useEffect(() => {
    let isHere = true
    void codeAccounts(send).then(([first]) => (isHere ? setAccount(first) : undefined))
    return () => {
      isHere = false
    }
  }, [send])
  if (account === undefined) return null
  const name = nameOf(domain)
  const look = async () => {
    setState({ at: "asking" })
    onSent()
    const reply = await findOrganisation(send, account, domain)
    if (!reply.ok) return setState({ at: "failed", error: reply.error })
    return setState(reply.value === null ? { at: "none" } : { at: "found", of: reply.value })
  }
  const button =
    state.at === "failed"
      ? mend(state.error, () => void look(), onSettings)
      : { label: state.at === "asking" ? words.looking : words.lookForCode, act: () => void look() }
  return (
    <section>
      <div class="section-head">
        <h2 class="section-title">{words.code}</h2>
        {state.at === "found" && (
          <button
            type="button"
            class="tool small"
            onClick={() => {
              refuse(domain)
              setState({ at: "refused" })
            }}
          >
            {words.notTheirs}
          </button>
        )}
        {state.at === "refused" && (
          <button
            type="button"
            class="tool small"
            onClick={() => {
              allow(domain)
              setState({ at: "rest" })
            }}
          >
            {words.takeBack}
          </button>
        )}
      </div>
      {state.at === "found" && <Found of={state.of} now={now} />}
      <div role="status">
        {state.at === "none" && <p class="small quiet">{visible(words.noCode(name, domain))}</p>}
        {state.at === "refused" && <p class="small quiet">{words.refused}</p>}
        {state.at === "failed" && <p class="small danger">{visible(problemText(state.error))}</p>}
      </div>
      {(state.at === "rest" || state.at === "asking" || state.at === "failed") && (
        <div class="company-offer">
          <Button busy={state.at === "asking"} onClick={button.act}>
            {button.label}
          </Button>
          {state.at !== "failed" && (
            <p class="small quiet">
              {visible(words.lookForCodeHelp(name, wayOf({ account }) === "hub" ? nameAtHub({ account }) : account))}
            </p>
          )}
        </div>
      )}
    </section>
  )
}
