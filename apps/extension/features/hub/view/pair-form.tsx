/** The form for a hub's address and code. The click also asks for the browser's permission to reach the hub. */
import { Button } from "@inlay/ui/Button"
import { ProblemNotice } from "@inlay/ui/Notice"
import { internationalHost } from "@inlay/ui/text/international-host"
import { TextField } from "@inlay/ui/TextField"
import { useState } from "preact/hooks"

import { account, hub as words } from "../../../locales/settings.ts"
import type { Send } from "../../../messaging/client.ts"
import { adviceFor, problemText } from "../../../ui/text/problem.ts"
import { useLeaveWarning } from "../../../ui/use-leave-warning.ts"
import { request, revokeUnused } from "../../accounts/view/permission.ts"
import { hubOrigin } from "../address.ts"
import { browserName } from "../browser-name.ts"

const NO_ADDRESS = { what: "", own: { is: "hub", why: "badAddress", origin: "" } } as const

interface Problems {
  readonly address?: string
  readonly code?: string
}

const problemsOf = (origin: string | undefined, address: string, code: string): Problems => ({
  ...(origin === undefined && { address: address.trim() === "" ? words.needed : adviceFor(NO_ADDRESS) }),
  ...(code.trim() === "" && { code: words.needed })
})

export const PairForm = (props: {
  readonly send: Send
  /** The address that the field starts with. */
  readonly address: string
  readonly onPaired: () => Promise<unknown>
}) => {
  const [address, setAddress] = useState(props.address)
  const [code, setCode] = useState("")
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useLeaveWarning(code !== "" || address !== props.address)

  const pair = async (origin: string, leave: Promise<boolean>) => {
    setBusy(true)
    setFailure(undefined)
    const isAllowed = await leave.catch(() => false)
    const browser = browserName(navigator.userAgent)
    const reply = isAllowed ? await props.send("pairHub", { address: origin, code: code.trim(), browser }) : undefined
    if (reply?.ok === false) await revokeUnused(props.send, [origin])
    setBusy(false)
    if (reply === undefined) return setFailure(`${words.denied(new URL(origin).host)} ${words.deniedAdvice}`)
    return reply.ok ? props.onPaired() : setFailure(problemText(reply.error))
  }

  const host = internationalHost(address)
  const submit = () => {
    if (isBusy) return
    const origin = hubOrigin(address)
    const wrong = problemsOf(origin, address, code)
    setProblems(wrong)
    if (origin === undefined || Object.keys(wrong).length > 0) return
    // Called within the click, because the browser asks the user only then.
    void pair(origin, request([origin]))
  }

  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        dir="ltr"
        isRequired
        id="hub-address"
        label={words.address}
        help={host === undefined ? words.addressHelp : account.international(host)}
        value={address}
        problem={problems.address}
        onInput={setAddress}
      />
      <TextField
        dir="ltr"
        isRequired
        id="hub-code"
        label={words.code}
        help={words.codeHelp}
        value={code}
        problem={problems.code}
        onInput={setCode}
      />
      <ProblemNotice text={failure} />
      <div class="actions">
        <Button type="submit" look="primary" busy={isBusy}>
          {isBusy ? words.pairing : words.pair}
        </Button>
      </div>
    </form>
  )
}
