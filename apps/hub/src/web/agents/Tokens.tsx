/** Hub tokens, and browsers that were paired and hold one: made, shown once, listed and revoked. */
import { Button } from "@inlay/ui/Button"
import { Notice } from "@inlay/ui/Notice"
import { useState } from "preact/hooks"

import { at } from "../api/client.ts"
import { useLoaded } from "../api/loading.ts"
import type { MadeToken, TokenList } from "../api/types.ts"
import { Copyable } from "../shared/Copyable.tsx"
import { Empty } from "../shared/Page.tsx"
import { Ready } from "../shared/Ready.tsx"
import { Searched } from "../shared/Searched.tsx"
import { Time } from "../shared/Time.tsx"
import { grantText } from "./grant-text.ts"
import { NewToken } from "./NewToken.tsx"
import { Pairing } from "./Pairing.tsx"
import { RevocableRow } from "./RevocableRow.tsx"
import { agents as words } from "./words.ts"

export const Tokens = () => {
  const [loaded, load] = useLoaded<TokenList>("/api/tokens")
  const [isMaking, setMaking] = useState(false)
  const [newToken, setNewToken] = useState<MadeToken>()
  /** Ids of those that were revoked here, of which nothing is shown any more. */
  const [revoked, setRevoked] = useState<ReadonlyArray<string>>([])
  return (
    <>
      <Pairing revoked={revoked} onPaired={load} />
      <section class="panel" aria-labelledby="tokens">
        <div class="panel-head">
          <h2 id="tokens">{words.tokens}</h2>
          {!isMaking && (
            <Button look="primary" onClick={() => setMaking(true)}>
              {words.create}
            </Button>
          )}
        </div>
        {newToken !== undefined && !revoked.includes(newToken.id) && (
          <Notice tone="good" announce>
            {words.made(newToken.name)}
            <Copyable text={newToken.text} label={words.token} />
          </Notice>
        )}
        {isMaking && (
          <NewToken
            onClose={() => setMaking(false)}
            onMade={(token) => {
              setMaking(false)
              setNewToken(token)
              load()
            }}
          />
        )}
        <Ready loaded={loaded} onRetry={load}>
          {({ tokens }) =>
            tokens.length === 0 ? (
              !isMaking && <Empty text={words.none} />
            ) : (
              <Searched items={tokens} textOf={({ name, grant }) => [name, grantText(grant)].join(" ")} noun="token">
                {(some) => (
                  <ul class="accounts">
                    {some.map((token) => (
                      <RevocableRow
                        key={token.id}
                        holder={token}
                        question={words.sureToken(token.name)}
                        path={at`/api/tokens/${token.id}`}
                        onRevoked={() => {
                          setRevoked((before) => [...before, token.id])
                          load()
                        }}
                      >
                        {token.kind === "extension" && `${words.browser} · `}
                        {token.expiresAt === null ? (
                          words.doesNotEnd
                        ) : (
                          <>
                            {words.ends} <Time at={token.expiresAt} />
                          </>
                        )}
                      </RevocableRow>
                    ))}
                  </ul>
                )}
              </Searched>
            )
          }
        </Ready>
      </section>
    </>
  )
}
