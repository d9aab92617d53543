import { render } from "preact"

import { HistoryPage } from "../../features/history/view/page.tsx"
import { history } from "../../locales/history.ts"
import { ask } from "../../messaging/client.ts"
import { openPage } from "../../ui/page.ts"

render(<HistoryPage send={ask} />, openPage(history.title))
