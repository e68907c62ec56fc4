package io.smartt.view.live;

import module java.base;

import io.smartt.experiment.report.SeriesChoice;

/** The watchers of a run. */
interface LiveSubscribers {
  /**
   * A whole run, with the series of one choice.
   *
   * @param data JSON as a page has it; empty where there is none
   * @param events the same as an event, and those that belong to it
   */
  @SuppressWarnings("ArrayRecordComponent") // bytes for the network; nobody compares them
  record Snapshot(byte[] data, byte[] events) {}

  /**
   * The news of a run.
   *
   * @param progress an event that says how far the run is
   * @param changes events for all; what they change is in a snapshot before them
   * @param series more of them for those who made a choice of series
   * @param fresh whether the run was looked at since the last update, or none goes on
   */
  @SuppressWarnings("ArrayRecordComponent") // bytes for the network; nobody compares them
  record Update(byte[] progress, byte[] changes, Map<SeriesChoice, byte[]> series, boolean fresh) {}

  /**
   * Returns what is looked at, so that it is to be copied; empty if nobody watches. The run's
   * thread asks often.
   */
  Set<SeriesChoice> choices();

  /** The choices of those who get updates; a part of {@link #choices}. */
  Set<SeriesChoice> watched();

  /** The choices of those who need all data first. */
  Set<SeriesChoice> newcomers();

  /** Another run begins: all need all data. */
  void startOver();

  /**
   * Sends what is new to all who have what was before, and everything to newcomers.
   *
   * @param everything for some of the choices
   */
  void send(Update update, Map<SeriesChoice, Snapshot> everything);

  /** Sends the last events, which have everything, to all of these choices. */
  void sendEnd(Map<SeriesChoice, Snapshot> last);
}
