package io.smartt.p4.bmv2;

import java.util.Optional;

/** A direct call of an action from a control. */
public record ActionCall(String name, int id, int actionId, Optional<String> next) {}
