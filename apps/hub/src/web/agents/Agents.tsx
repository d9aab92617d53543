/** Hub tokens, and how an agent is told of this hub. */
import { Button } from "@inlay/ui/Button"
import { Confirm } from "@inlay/ui/Confirm"
import { Notice } from "@inlay/ui/Notice"
import { visible } from "@inlay/ui/text/visible"
import { useState } from "preact/hooks"

import { at, request } from "../api/client.ts"
import { useLoaded } from "../api/loading.ts"
import type { RequestError, Token } from "../api/types.ts"
import { Copyable } from "../shared/Copyable.tsx"
import { Failure } from "../shared/Failure.tsx"
import { Loading } from "../shared/Loading.tsx"
import { Empty, Page } from "../shared/Page.tsx"
import { Time } from "../shared/Time.tsx"
import { agents as words, common, navigation } from "../words.ts"
import { ConnectAgent } from "./ConnectAgent.tsx"
import { NewToken } from "./NewToken.tsx"
import { Pairing } from "./Pairing.tsx"

/** What a token may do, in few words. */
const grantText = ({ grant, kind }: Token): string => {
  const { readOnly, manages, creditsPerDay } = grant
  const limits = (["accounts", "plugins", "tools"] as const).flatMap((name) => {
    const names = grant[name]
    return names === undefined ? [] : [`${words.limitedTo[name]}: ${names.join(", ")}`]
  })
  const all = [
    ...(kind === "extension" ? [words.browser] : []),
    ...(manages === true ? [words.manages] : []),
    ...(readOnly ? [common.readOnly] : []),
    ...limits,
    ...(creditsPerDay === undefined ? [] : [words.perDay(creditsPerDay)])
  ]
  return all.length === 0 ? words.all : all.join(" · ")
}

const Row = ({ token, onRevoked }: { readonly token: Token; readonly onRevoked: () => void }) => {
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<RequestError>()
  const revoke = () => {
    setAsking(false)
    void request("DELETE", at`/api/tokens/${token.id}`).then((answer) =>
      answer.ok ? onRevoked() : setError(answer.error)
    )
  }
  return (
    <li class="account">
      <div class="account-main">
        <strong>{visible(token.name)}</strong>
        <span class="quiet small">
          {visible(grantText(token))} ·{" "}
          {token.lastUsedAt === null ? (
            words.neverUsed
          ) : (
            <>
              {words.lastUse} <Time at={token.lastUsedAt} />
            </>
          )}
          {" · "}
          {token.expiresAt === null ? (
            words.doesNotEnd
          ) : (
            <>
              {words.ends} <Time at={token.expiresAt} />
            </>
          )}
        </span>
      </div>
      <Button look="danger" label={words.revokeNamed(token.name)} onClick={() => setAsking(true)}>
        {words.revoke}
      </Button>
      {error !== undefined && <Failure error={error} />}
      {isAsking && (
        <Confirm
          question={words.sure(token.name)}
          yes={words.revoke}
          no={common.cancel}
          onYes={revoke}
          onNo={() => setAsking(false)}
        />
      )}
    </li>
  )
}

export const Agents = () => {
  const [loaded, load] = useLoaded<{ readonly tokens: ReadonlyArray<Token> }>("/api/tokens")
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<{ readonly name: string; readonly text: string }>()
  return (
    <Page title={navigation.views.agents} lead={words.lead}>
      <section class="panel" aria-labelledby="tokens">
        <div class="panel-head">
          <h2 id="tokens">{words.tokens}</h2>
          {!isMaking && (
            <Button look="primary" onClick={() => setMaking(true)}>
              {words.create}
            </Button>
          )}
        </div>
        {made !== undefined && (
          <Notice tone="good" announce>
            {words.made(made.name)}
            <Copyable text={made.text} label={words.token} />
          </Notice>
        )}
        {isMaking && (
          <NewToken
            onClose={() => setMaking(false)}
            onMade={(token) => {
              setMaking(false)
              setMade(token)
              load()
            }}
          />
        )}
        {loaded.state === "failed" ? (
          <Failure error={loaded.error} onRetry={load} />
        ) : loaded.value === undefined ? (
          <Loading />
        ) : loaded.value.tokens.length === 0 ? (
          !isMaking && <Empty text={words.none} />
        ) : (
          <ul class="accounts">
            {loaded.value.tokens.map((token) => (
              <Row
                key={token.id}
                token={token}
                onRevoked={() => {
                  setMade(undefined)
                  load()
                }}
              />
            ))}
          </ul>
        )}
      </section>
      <Pairing onPaired={load} />
      <ConnectAgent />
    </Page>
  )
}
