package io.smartt.p4.bmv2;

import java.util.Optional;

/** An if of a control; an empty next ends the control. */
public record Conditional(
    String name,
    int id,
    Value expression,
    Optional<String> trueNext,
    Optional<String> falseNext,
    Optional<SourceLine> source) {}
