package io.smartt.switchd.thrift;

import io.grpc.Status;

/** Codes of {@code TableOperationErrorCode} in standard.thrift, and which of them a refusal is. */
final class Errors {
  static final int TABLE_FULL = 1;
  static final int INVALID_HANDLE = 2;
  static final int COUNTERS_DISABLED = 4;
  static final int METERS_DISABLED = 5;
  static final int AGEING_DISABLED = 6;
  static final int INVALID_TABLE_NAME = 7;
  static final int INVALID_ACTION_NAME = 8;
  static final int WRONG_TABLE_TYPE = 9;
  static final int INVALID_MBR_HANDLE = 10;
  static final int MBR_STILL_USED = 11;
  static final int MBR_ALREADY_IN_GRP = 12;
  static final int MBR_NOT_IN_GRP = 13;
  static final int INVALID_GRP_HANDLE = 14;
  static final int GRP_STILL_USED = 15;
  static final int EMPTY_GRP = 16;
  static final int DUPLICATE_ENTRY = 17;
  static final int BAD_MATCH_KEY = 18;
  static final int DEFAULT_ENTRY_IS_CONST = 21;
  static final int INVALID_ACTION_PROFILE_NAME = 23;
  static final int IMMUTABLE_TABLE_ENTRIES = 25;
  static final int BAD_ACTION_DATA = 26;
  static final int NO_TABLE_KEY = 27;
  static final int ERROR = 100;

  private Errors() {}

  /**
   * Returns nothing, or throws the fault for a write that was refused.
   *
   * @param missing the code where something is not there
   * @param denied the code where something may not be done
   * @param used the code where something is in use
   */
  static ThriftValue require(Status status, int missing, int denied, int used) {
    if (status.isOk()) {
      return ThriftMethod.NOTHING;
    }
    int code =
        switch (status.getCode()) {
          case ALREADY_EXISTS -> DUPLICATE_ENTRY;
          case RESOURCE_EXHAUSTED -> TABLE_FULL;
          case NOT_FOUND -> missing;
          case PERMISSION_DENIED -> denied;
          case FAILED_PRECONDITION -> used;
          case OUT_OF_RANGE -> BAD_ACTION_DATA;
          default -> ERROR;
        };
    throw new ThriftMethod.ThriftFault(code, String.valueOf(status.getDescription()));
  }
}
