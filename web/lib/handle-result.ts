/**
 * Shows a change's result as a toast. `mutate`'s callbacks do not run after the component has unmounted, which happens when its
 * row disappears, so such rows pass `mutateAsync`'s promise.
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
