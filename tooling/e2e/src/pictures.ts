/**
 * `pnpm pictures [NAME ...]`: takes pictures for visual review, all of them or those with these names. `store` are the
 * pictures of the stores' listings and of the panel; each of the others shows the output of a command.
 */
import { takeStorePictures } from "./store-pictures.ts"
import { takeTerminalPictures, terminalPictures } from "./terminal/pictures.ts"

const STORE = "store"

const all = [STORE, ...terminalPictures]
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !all.includes(name))

const take = async (names: ReadonlyArray<string>): Promise<void> => {
  const folders = names.includes(STORE) ? [...(await takeStorePictures())] : []
  const commands = names.filter((name) => name !== STORE)
  if (commands.length > 0) folders.push(await takeTerminalPictures(commands))
  process.stdout.write(`${folders.join("\n")}\n`)
}

if (unknown.length > 0) {
  process.stderr.write(`There is no picture named ${unknown.join(", ")}. The names are: ${all.join(", ")}\n`)
  process.exitCode = 1
} else {
  await take(asked.length > 0 ? asked : all)
}
