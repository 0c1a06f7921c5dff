/**
 * Says how a change ended. `mutate`'s own callbacks are not called once the row it was pressed in has left the page, as it
 * does when a page is published or an entry removed: for such rows the answer itself is waited for (`mutateAsync`).
 */
export function tellResult<T>(answer: Promise<T>, done: (result: T) => void, refused: (error: Error) => void): void {
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
