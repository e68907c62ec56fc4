package io.smartt.p4.info;

/** An action and its parameters in declaration order. */
public record ActionInfo(int id, String name, String alias, P4Objects<ParamInfo> params)
    implements P4Object {}
