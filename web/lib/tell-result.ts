/**
 * Shows the result of a change as a toast. `mutate`'s callbacks do not run once the component has unmounted, which happens when a
 * page is published or an entry removed. Such rows pass the promise of `mutateAsync`.
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
