/** Tests of certificates. */
@NullMarked
package io.smartt.certificates;

import org.jspecify.annotations.NullMarked;
