package io.smartt.emulation.report;

/** Whose value a series is. */
public sealed interface SampleSubject {

  /** One flow, by the workload's number. */
  record Flow(int id) implements SampleSubject {}

  /** One queue of one switch port. */
  record Queue(String switchName, int port, int queue) implements SampleSubject {}
}
