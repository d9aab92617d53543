/** Runs programs in which a module cannot be loaded, as if its file were gone or had been replaced. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"

const hooks = (file: string, times: number) => `import { registerHooks } from "node:module"
let left = ${times}
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier.endsWith(${JSON.stringify(file)}) && left-- > 0) throw new Error("It cannot be read.")
    return next(specifier, context)
  }
})`

/**
 * Runs a module's text in a process of its own, and returns the lines that it prints.
 *
 * @param file the end of the path of the module that cannot be loaded
 * @param times how often its load fails
 * @param folder from which the program's imports are resolved
 */
export const linesWithout = async (
  file: string,
  times: number,
  program: string,
  folder: string
): Promise<ReadonlyArray<string>> => {
  const preload = `data:text/javascript,${encodeURIComponent(hooks(file, times))}`
  const args = ["--import", preload, "--input-type=module", "--eval", program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder })
  return stdout.trim().split("\n")
}
