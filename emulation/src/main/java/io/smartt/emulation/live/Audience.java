package io.smartt.emulation.live;

import java.util.Optional;

/** Those who watch a run. */
interface Audience {
  /**
   * All of a run.
   *
   * @param data JSON as a page has it; empty where there is none
   * @param events the same as an event, and those that belong to it
   */
  @SuppressWarnings("ArrayRecordComponent") // bytes for the network; nobody compares them
  record Snapshot(byte[] data, byte[] events) {}

  /**
   * What is new.
   *
   * @param progress an event that says how far the run is
   * @param changes events; what they change is in a snapshot before them
   */
  @SuppressWarnings("ArrayRecordComponent") // bytes for the network; nobody compares them
  record Update(byte[] progress, byte[] changes) {}

  /** Whether somebody watches, so that the run is to be copied; the run's thread asks often. */
  boolean isThere();

  /** Whether somebody needs all data first. */
  boolean hasNewcomers();

  /** Another run begins: all need all data. */
  void startOver();

  /**
   * Sends what is new to all who have what was before, and everything to newcomers.
   *
   * @param everything empty where it was not made
   */
  void send(Update update, Optional<Snapshot> everything);

  /** Sends the last events, which have everything, to all of now and later. */
  void sendEnd(Snapshot last);
}
