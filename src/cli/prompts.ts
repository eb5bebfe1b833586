import { CliError, type Shell } from './shell.js';

/** Questions on a terminal. They are written to standard error: standard output may be a file. */

type AskingShell = Pick<Shell, 'input' | 'prompts'>;

interface Question {
  readonly message: string;
  /** Answer that the Enter key alone gives. Empty for none. */
  readonly usual: string;
  /** Returns what is wrong with an answer, as the end of a sentence. */
  readonly problem: (written: string) => string | null;
}

/** Asks until the answer is right. Errors: CliError where the user stops. */
export async function askText(shell: AskingShell, { message, usual, problem }: Question): Promise<string> {
  const { text } = await loadPrompts();
  const validate = (written = ''): string | undefined => {
    const wrong = problem(written.trim() === '' ? usual : written.trim());
    return wrong === null ? undefined : `This ${wrong}.`;
  };
  const asked = { ...streamsOf(shell), message, placeholder: usual, defaultValue: usual, validate };
  const written = given(await text(asked)).trim();
  return written === '' ? usual : written;
}

/** Asks for a secret, without echo. Errors: CliError where the user stops. */
export async function askSecret(shell: AskingShell, message: string): Promise<string> {
  const { password } = await loadPrompts();
  return given(await password({ ...streamsOf(shell), message, mask: '' }));
}

/** Loaded here: the package opens the streams of the process. */
async function loadPrompts() {
  const prompts = await import('@clack/prompts');
  prompts.updateSettings({ aliases: { [CTRL_D]: 'cancel' }, withGuide: false });
  return prompts;
}

const CTRL_D = '\u0004';

function streamsOf({ input, prompts: output }: AskingShell) {
  return { input, output };
}

function given(answer: string | symbol): string {
  if (typeof answer === 'string') return answer;
  throw new CliError('Stopped.');
}
