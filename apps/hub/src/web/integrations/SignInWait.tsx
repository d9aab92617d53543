/** Waits for a sign-in at the provider until it succeeds, fails or expires. */
import { Button } from "@inlay/ui/Button"
import { useEffect, useState } from "preact/hooks"

import { at, get, ownError, request } from "../api/client.ts"
import type { Account, RequestError, SignIn } from "../api/types.ts"
import { Copyable } from "../shared/Copyable.tsx"
import { Failure } from "../shared/Failure.tsx"
import { Loading } from "../shared/Loading.tsx"
import { common } from "../words.ts"
import { signingIn as words } from "./words.ts"

const POLL_MILLIS = 1000

/** The sign-in address, if it is a web address. */
const webAddress = (address: string | undefined): string | undefined =>
  address !== undefined && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : undefined

export const SignInWait = (props: {
  readonly signIn: SignIn
  readonly onDone: (account: Account) => void
  readonly onAgain: () => void
}) => {
  const { id, way, url, userCode, verificationUri } = props.signIn
  const [error, setError] = useState<RequestError>()
  useEffect(() => {
    const stopping = new AbortController()
    const look = async () => {
      const answer = await get<SignIn>(at`/api/sign-ins/${id}`, stopping.signal)
      if (stopping.signal.aborted) return
      // A computer that wakes, or a hub that starts again, loses an answer: the sign-in goes on at the provider.
      if (!answer.ok && answer.error.reason === "Offline") return again()
      if (!answer.ok) return setError(answer.error)
      const { state, account, error: reason } = answer.value
      if (state === "done" && account !== undefined) return props.onDone(account)
      if (state === "failed") return setError({ ...ownError("Timeout", words.over), ...reason })
      return again()
    }
    let timer: ReturnType<typeof setTimeout>
    const again = () => {
      timer = setTimeout(() => void look(), POLL_MILLIS)
    }
    again()
    return () => {
      clearTimeout(timer)
      stopping.abort()
    }
  }, [id])
  const giveUp = () => {
    void request("DELETE", at`/api/sign-ins/${id}`)
    props.onAgain()
  }
  if (error !== undefined) {
    return (
      <Failure error={error}>
        <Button onClick={props.onAgain}>{words.begin}</Button>
      </Failure>
    )
  }
  const address = webAddress(way === "browser" ? url : verificationUri)
  return (
    <div class="stack">
      <h2>{way === "browser" ? words.browserTitle : words.deviceTitle}</h2>
      <p>{way === "browser" ? words.browserHelp : words.deviceHelp}</p>
      {userCode !== undefined && <Copyable text={userCode} label={words.code} />}
      <div class="actions">
        {address !== undefined && (
          <a class="button primary" href={address} target="_blank" rel="noopener">
            {way === "browser" ? words.open : words.openDevice}
          </a>
        )}
        <Button onClick={giveUp}>{common.cancel}</Button>
      </div>
      <Loading text={words.waiting} />
    </div>
  )
}
