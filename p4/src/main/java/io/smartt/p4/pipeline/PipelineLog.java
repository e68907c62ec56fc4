package io.smartt.p4.pipeline;

/** Receives the program's {@code log_msg} goes. Called on the data path's thread. */
@FunctionalInterface
public interface PipelineLog {
  /** Discards all messages. */
  PipelineLog NONE = text -> {};

  /** One message with its arguments filled in. */
  void message(String text);
}
