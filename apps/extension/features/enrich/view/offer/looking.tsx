/** Until it is known what the popup has to say: nothing, in the shape of what comes. */
import { popup } from "../../../../locales/popup.ts"

export const Looking = () => (
  <section class="popup" aria-busy="true">
    <div class="head">
      <div>
        <h1 class="bone" />
        <p class="unseen" role="status">
          {popup.loading}
        </p>
      </div>
    </div>
  </section>
)
