package io.smartt.p4.info;

/** The metadata that goes with packet-in or packet-out, in header order. */
public record ControllerHeaderInfo(int id, String name, String alias, P4Objects<ParamInfo> metadata)
    implements P4Object {}
