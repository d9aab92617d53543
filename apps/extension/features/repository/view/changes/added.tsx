/** The secret of a trigger that was just switched on, to be copied for the agent. */
import { Button } from "@inlay/ui/Button"
import { useCopying } from "@inlay/ui/copying"
import { useCallback, useState } from "preact/hooks"

import { triggers as words } from "../../../../locales/repository.ts"
import { idAtHub } from "../../../../messaging/way.ts"
import { triggerTitle } from "../../../../ui/text/trigger-title.ts"
import { useStored } from "../../../../ui/use-stored.ts"
import { addedSecrets, forgetSecret, type AddedSecret } from "../../added-secret.ts"
import type { RepositoryRef } from "../../requests.ts"
import { agentOf, FilterTexts } from "../parts/trigger-line.tsx"

/** The secrets that the user is not done with, whichever popup switched their triggers on. */
export const useAdded = (of: RepositoryRef) => {
  const [added, setAdded] = useState<ReadonlyArray<AddedSecret>>([])
  const add = (...more: ReadonlyArray<AddedSecret>) =>
    setAdded((now) => [...new Map([...now, ...more].map((one) => [one.secret, one])).values()])
  const read = async (isNewest: () => boolean) => {
    const all = await addedSecrets(of)
    if (isNewest()) add(...all)
  }
  useStored(useCallback(read, [of.account, of.owner, of.repo]))
  const done = (one: AddedSecret) => {
    void forgetSecret(one)
    setAdded((now) => now.filter(({ secret }) => secret !== one.secret))
  }
  return { added, add, done }
}

export const Added = ({ of, onClose }: { readonly of: AddedSecret; readonly onClose: () => void }) => {
  const { trigger, filters, url, secret } = of
  const copying = useCopying(words.notCopied)
  return (
    <div class="stack repo-form" role="status">
      <p class="small">
        <strong>{words.line(triggerTitle(trigger), agentOf({ name: "", url, trigger }))}</strong>
        <FilterTexts filters={filters} account={idAtHub(of)} />
      </p>
      <p class="small">{words.added}</p>
      <code class="repo-secret">{secret}</code>
      {copying.said !== "" && copying.done === undefined && <p class="small quiet">{copying.said}</p>}
      <div class="actions">
        <Button onClick={() => copying.copy("secret", words.copied, secret)}>
          {copying.done === "secret" ? words.copied : words.copySecret}
        </Button>
        <Button look="bare" onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </div>
  )
}
