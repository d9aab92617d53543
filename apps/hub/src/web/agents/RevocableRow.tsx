/** Somebody who may call this hub: what it may do, when it last did, and how to end that. */
import { Button } from "@inlay/ui/Button"
import { Confirm } from "@inlay/ui/Confirm"
import { visible } from "@inlay/ui/text/visible"
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"

import { remove } from "../api/client.ts"
import type { RequestError, Token } from "../api/types.ts"
import { Failure } from "../shared/Failure.tsx"
import { Time } from "../shared/Time.tsx"
import { common } from "../words.ts"
import { grantText } from "./grant-text.ts"
import { agents as words } from "./words.ts"

export const RevocableRow = (props: {
  readonly holder: Pick<Token, "name" | "grant" | "lastUsedAt">
  /** The question before it is revoked, which says what that ends. */
  readonly question: string
  /** What there is at this address is deleted. */
  readonly path: string
  /** Facts of this kind of holder alone. */
  readonly children: ComponentChildren
  readonly onRevoked: () => void
}) => {
  const { holder, path } = props
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<RequestError>()
  const revoke = () => {
    setAsking(false)
    setError(undefined)
    void remove(path).then((answer) => (answer.ok ? props.onRevoked() : setError(answer.error)))
  }
  return (
    <li class="account">
      <div class="account-main">
        <strong>{visible(holder.name)}</strong>
        <span class="quiet small">{visible(grantText(holder.grant))}</span>
        <span class="quiet small">
          {props.children}
          {" · "}
          {holder.lastUsedAt === null ? (
            words.neverUsed
          ) : (
            <>
              {words.lastUse} <Time at={holder.lastUsedAt} />
            </>
          )}
        </span>
      </div>
      <Button look="danger" label={words.revokeNamed(visible(holder.name))} onClick={() => setAsking(true)}>
        {words.revoke}
      </Button>
      {error !== undefined && <Failure error={error} />}
      {isAsking && (
        <Confirm
          question={visible(props.question)}
          yes={words.revoke}
          no={common.cancel}
          onYes={revoke}
          onNo={() => setAsking(false)}
        />
      )}
    </li>
  )
}
