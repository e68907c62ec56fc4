/** Tests of certificates. */
@NullMarked
package io.smartt.experiment.certificates;

import org.jspecify.annotations.NullMarked;
