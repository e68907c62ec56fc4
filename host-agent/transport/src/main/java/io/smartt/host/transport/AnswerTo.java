package io.smartt.host.transport;

import io.smartt.host.wire.OuterHeaders;

/** The receiver and connection of an acknowledgement or NACK. */
abstract class AnswerTo {
  private final int id;
  private final int remoteId;
  private final OuterHeaders headers;

  AnswerTo(int id, int remoteId, OuterHeaders headers) {
    this.id = id;
    this.remoteId = remoteId;
    this.headers = headers;
  }

  /** This host's number of the connection. */
  int id() {
    return id;
  }

  /** The other host's number of the connection. */
  int remoteId() {
    return remoteId;
  }

  /** Headers of answers. */
  OuterHeaders headers() {
    return headers;
  }

  /** The sender of a packet of a connection that this host does not have. */
  static final class Stranger extends AnswerTo {
    Stranger(int id, int remoteId, OuterHeaders headers) {
      super(id, remoteId, headers);
    }
  }
}
