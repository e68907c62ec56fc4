/**
 * Settings that a user may change: keys, their values and defaults, profiles and the files they
 * come from.
 */
@NullMarked
package io.smartt.experiment.settings;

import org.jspecify.annotations.NullMarked;
