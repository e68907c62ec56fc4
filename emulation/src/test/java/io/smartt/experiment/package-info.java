/** Tests of settings, profiles and experiments. */
@NullMarked
package io.smartt.experiment;

import org.jspecify.annotations.NullMarked;
