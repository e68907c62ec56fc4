/** Tests of the user's algorithms as files. */
@NullMarked
package io.smartt.experiment.own;

import org.jspecify.annotations.NullMarked;
