/**
 * Shows a change's result as a toast. A row that disappears has to pass the promise of `mutateAsync`: the callbacks of
 * `mutate` do not run after the component has unmounted.
 */
export function handleResult<T>(answer: Promise<T>, done: (result: T) => void, refused: (error: Error) => void): void {
  const tell = async () => {
    let result: T;
    try {
      result = await answer;
    } catch (error) {
      refused(error as Error);
      return;
    }
    done(result);
  };
  void tell();
}
